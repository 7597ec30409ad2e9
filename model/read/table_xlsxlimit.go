package read

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
)

// checkSheet refuses an Excel file that unpacks to too many bytes. It does not trust
// the sizes in the directory: it counts the unpacked bytes, and discards them.
func (l Limits) checkSheet(file string, data []byte) error {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil // the library says what is wrong
	}
	var n int64
	for _, one := range z.File {
		r, err := one.Open()
		if err != nil {
			continue
		}
		k, _ := io.Copy(io.Discard, io.LimitReader(r, l.Sheet-n+1))
		r.Close()
		if n += k; n > l.Sheet {
			return &LimitError{File: file, Limit: "sheet", Most: l.Sheet, Found: fmt.Sprintf("is an Excel file that unpacks to more than %s bytes", SizeText(l.Sheet))}
		}
		if err := l.unpacked(file, n, int64(len(data))); err != nil {
			return err
		}
	}
	return nil
}
