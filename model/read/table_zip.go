package read

import (
	"archive/zip"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

const (
	magicZip   = "PK\x03\x04"
	mostZipped = 1 << 30 // bytes of a file within a zip, unpacked
)

// isZip reports whether the bytes are a zip file that is not a spreadsheet.
func isZip(_ string, head []byte) bool {
	return bytes.HasPrefix(head, []byte(magicZip)) && !bytes.Contains(head, []byte("[Content_Types].xml")) && !bytes.Contains(head, []byte("xl/"))
}

// openZip looks into a zip: the samples of Inspect (.eval), or its only file.
func openZip(file string, r *bufio.Reader, f form) (table, error) {
	data, err := f.limits.readWhole(file, r, f.size) // the names of the files stand at its end
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || slices.ContainsFunc(z.File, func(one *zip.File) bool { return strings.HasPrefix(one.Name, "xl/") }) {
		return openXLSX(file, bufio.NewReader(bytes.NewReader(data)), f) // which says what is wrong
	}
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor())
	var samples, others []*zip.File
	var names []string // of others
	for _, one := range z.File {
		switch {
		case strings.HasSuffix(one.Name, "/") || strings.HasPrefix(path.Base(one.Name), ".") || strings.HasPrefix(one.Name, "__MACOSX/"):
		case strings.HasPrefix(one.Name, "samples/") && strings.HasSuffix(one.Name, ".json"):
			samples = append(samples, one)
		default:
			others, names = append(others, one), append(names, one.Name)
		}
	}
	if names, err = f.parts(file, names); err != nil {
		return nil, err
	}
	others = slices.DeleteFunc(others, func(one *zip.File) bool { return !slices.Contains(names, one.Name) })
	f.part = ""
	switch {
	case len(samples) > 0:
		return openSamples(file, samples, f)
	case len(others) == 1:
		text, err := unzipped(file, others[0])
		if err != nil {
			return nil, err
		}
		if bytes.HasPrefix(text, []byte(magicZip)) {
			return nil, &Error{File: file, Message: "is a zip within a zip: unpack it"}
		}
		return openTable(names[0], bufio.NewReaderSize(bytes.NewReader(text), bufferSize), f)
	}
	found := counted(len(names), "file")
	if len(names) > 0 {
		found += " (" + listSome(names) + ")"
	}
	return nil, &Error{File: file, Message: "is a zip that holds no samples of Inspect and not one file alone, but " + found + ": behind # the name of one says which"}
}

func unzipped(file string, one *zip.File) ([]byte, error) {
	r, err := one.Open()
	var text []byte
	if err == nil {
		defer r.Close()
		text, err = io.ReadAll(io.LimitReader(r, mostZipped+1))
	}
	switch {
	case err != nil:
		return nil, damagedEntry(file, one.Name, err)
	case len(text) > mostZipped:
		return nil, &Error{File: file, Message: fmt.Sprintf("holds %s, which is larger than %d MiB: unpack it", quote(one.Name), mostZipped>>20)}
	}
	return text, nil
}

// damagedEntry is the error of a file within a zip that is not as its checksum says.
func damagedEntry(file, name string, err error) error {
	return &Error{File: file, Message: fmt.Sprintf("holds %s, which cannot be unpacked (%v): was the file copied in part?", quote(name), err), Err: err}
}

// openSamples reads the samples of an Inspect log, each a file of one object.
func openSamples(file string, samples []*zip.File, f form) (table, error) {
	slices.SortStableFunc(samples, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	t := &records{file: file, index: make(map[string]int), failed: io.EOF}
	for n, one := range samples {
		text, err := unzipped(file, one)
		if err != nil {
			return nil, err
		}
		rec := record{line: n + 1}
		if err := rec.addObject(file, text, "", 0); err != nil {
			return nil, &Error{File: file, Message: fmt.Sprintf("holds %s, which is not a sample of Inspect (%s): was the log written to its end?", quote(one.Name), jsonProblem(err)), Err: err}
		}
		t.enter(rec)
	}
	return f.cells(t, file, false), nil
}
