package read

import (
	"errors"
	"io"
	"os"
)

// errChanged says that a file is not what it was when it was opened: of what was read,
// one part may be of before and another of after.
var errChanged = errors.New("it changed while it was read; read it again when no program writes to it")

// unchanged is a regular file whose end is an error where it has changed since it was
// opened.
type unchanged struct {
	*os.File
	before os.FileInfo
}

// steady watches a regular file; a pipe or a device has nothing to be held against.
func steady(f *os.File) io.ReadCloser {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return f
	}
	return &unchanged{f, info}
}

func (u *unchanged) Read(p []byte) (int, error) {
	n, err := u.File.Read(p)
	if err != io.EOF {
		return n, err
	}
	if now, failed := u.Stat(); failed == nil && (now.Size() != u.before.Size() || !now.ModTime().Equal(u.before.ModTime())) {
		return n, errChanged
	}
	return n, err
}

// WriteTo hides the method of the file, which would not end in Read.
func (u *unchanged) WriteTo(w io.Writer) (int64, error) {
	return io.Copy(w, struct{ io.Reader }{u})
}
