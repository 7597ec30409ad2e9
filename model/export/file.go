package export

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// WriteFile writes a file whole or not at all: write fills a temporary file in the same
// folder, which replaces the old file once it is safely stored. On any error, also
// write's own, the old file stays and no temporary file is left. The old file's
// permissions stay. A symbolic link stays, and its target is replaced. A file that is
// not regular, such as /dev/null or a pipe, is written to directly.
func WriteFile(path string, write func(io.Writer) error) error {
	return writeFile(path, false, write)
}

// WritePrivate is WriteFile for what only the user may read, an old file included.
func WritePrivate(path string, write func(io.Writer) error) error {
	return writeFile(path, true, write)
}

func writeFile(path string, private bool, write func(io.Writer) error) error {
	target, err := resolve(path)
	if err != nil {
		return cannot(path, err)
	}
	mode := fs.FileMode(0o666) // less what the umask takes away
	old, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return cannot(path, err)
	case old.IsDir():
		return fmt.Errorf("cannot write %s: it is a directory", path)
	default:
		// A file that its owner made read-only would be replaced all the same.
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return cannot(path, err)
		}
		if !old.Mode().IsRegular() {
			return cannot(path, errors.Join(fill(f, write), f.Close()))
		}
		if err := f.Close(); err != nil {
			return cannot(path, err)
		}
	}
	if private {
		mode, old = 0o600, nil
	}
	return cannot(path, replace(target, mode, old, write))
}

// resolve follows symbolic links to the file they stand for, which need not
// exist. Its folder must.
func resolve(path string) (string, error) {
	dir, name := filepath.Split(path)
	real, err := filepath.EvalSymlinks(filepath.Clean(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there is no folder %s", filepath.Clean(dir))
	}
	if err != nil {
		return "", err
	}
	path = filepath.Join(real, name)
	if _, err := os.Stat(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err // links that go round in circles among others
	}
	link, err := os.Readlink(path)
	if err != nil {
		return path, nil // no link; what else is wrong, writing will find again
	}
	if !filepath.IsAbs(link) {
		link = real + string(filepath.Separator) + link
	}
	return resolve(link)
}

// underWay are the temporary files that are being written.
var underWay sync.Map

// Abandon removes the temporary files that are being written, where the program ends
// without waiting for them: their targets stay as they were. Other writes may go on, and
// fail.
func Abandon() {
	underWay.Range(func(name, _ any) bool {
		os.Remove(name.(string))
		return true
	})
}

// replace writes a temporary file and renames it to target, whose old file, if
// there is one whose permissions are to stay, old describes.
func replace(target string, mode fs.FileMode, old fs.FileInfo, write func(io.Writer) error) error {
	dir := filepath.Dir(target)
	name := temporaryName(dir)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	underWay.Store(name, nil)
	defer underWay.Delete(name)
	defer os.Remove(name) // when write panics too; nothing is left of it once it is renamed
	defer f.Close()
	if err := fill(f, write); err != nil {
		return err
	}
	if old != nil {
		if err := f.Chmod(old.Mode().Perm()); err != nil {
			return err
		}
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(name, target); err != nil {
		return err
	}
	syncFolder(dir)
	return nil
}

// ownError is an error of write, which says itself what is wrong.
type ownError struct{ error }

func (e ownError) Unwrap() error { return e.error }

// fill runs write. Its errors stay its own, unless they are the file's.
func fill(f *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriter(f)
	err := write(b)
	if err == nil {
		return b.Flush()
	}
	if p := (*fs.PathError)(nil); errors.As(err, &p) && p.Path == f.Name() {
		return err
	}
	return ownError{err}
}

// syncFolder stores the renaming itself. Not every file system can, and the
// file is whole in any case.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// cannot says which file the user asked for, in place of the temporary one. Errors of what is
// written stay as they are.
func cannot(path string, err error) error {
	var own ownError
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return own.error
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}

// File is one file of a folder.
type File struct {
	Path  string // within the folder, with / between its parts
	Write func(io.Writer) error
}

// WriteFolder writes a folder whole or not at all: the files are written to a temporary
// folder beside it, which takes its name at the end. The folder must not exist, or be
// empty: existing files are never mixed with new files.
func WriteFolder(path string, files []File) error {
	path = filepath.Clean(path)
	parent, err := resolve(filepath.Dir(path) + string(filepath.Separator))
	if err != nil {
		return cannot(path, err)
	}
	target := filepath.Join(parent, filepath.Base(path))
	if info, err := os.Stat(target); err == nil && !info.IsDir() {
		return fmt.Errorf("cannot write the folder %s: it is a file", path)
	}
	entries, err := os.ReadDir(target)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return cannot(path, err)
	case len(entries) > 0:
		return fmt.Errorf("cannot write the folder %s: it holds files already; name a new folder", path)
	}
	temporary := temporaryName(parent)
	if err := os.Mkdir(temporary, 0o777); err != nil { // less what the umask takes away
		return cannot(path, err)
	}
	defer os.RemoveAll(temporary) // nothing is left of it once it is renamed
	for _, f := range files {
		at := filepath.Join(temporary, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			return cannot(path, err)
		}
		if err := WriteFile(at, f.Write); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(path, filepath.FromSlash(f.Path)), err)
		}
	}
	if err := os.Remove(target); err != nil && !errors.Is(err, fs.ErrNotExist) { // an empty folder
		return cannot(path, err)
	}
	if err := os.Rename(temporary, target); err != nil {
		return cannot(path, err)
	}
	syncFolder(parent)
	return nil
}

// temporaryName is a name for a file or folder that takes another name once it is whole.
func temporaryName(dir string) string { return filepath.Join(dir, ".fms-tui-"+rand.Text()) }
