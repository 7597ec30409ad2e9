package export

import (
	"bufio"
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
	old, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return cannot(path, err)
	case old.IsDir():
		return fmt.Errorf("cannot write %s: it is a directory", path)
	case !old.Mode().IsRegular():
		return writeDirectly(path, target, write)
	default:
		if err := mayWrite(target); err != nil {
			return cannot(path, err)
		}
	}
	mode := fs.FileMode(0o666) // less what the umask takes away
	if private {
		mode, old = 0o600, nil
	}
	return replace(path, target, mode, old, write)
}

// resolve follows symbolic links to the file they stand for, which need not
// exist. Its folder must.
func resolve(path string) (string, error) {
	const mostLinks = 40
	for range mostLinks {
		dir, name := filepath.Split(path)
		if dir == "" {
			dir = "."
		}
		real, err := filepath.EvalSymlinks(dir)
		if errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("there is no folder %s", filepath.Clean(dir))
		}
		if err != nil {
			return "", err
		}
		path = filepath.Join(real, name)
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil // what Lstat found wrong, writing will find again
		}
		link, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if path = link; !filepath.IsAbs(link) {
			path = real + string(filepath.Separator) + link
		}
	}
	return "", errors.New("too many symbolic links")
}

// mayWrite refuses a file that its owner made read-only, which a rename would
// replace all the same.
func mayWrite(target string) error {
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func writeDirectly(path, target string, write func(io.Writer) error) error {
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return cannot(path, err)
	}
	if err := fill(path, f, write); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return cannot(path, err)
	}
	return nil
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
func replace(path, target string, mode fs.FileMode, old fs.FileInfo, write func(io.Writer) error) (err error) {
	dir := filepath.Dir(target)
	name := temporaryName(dir)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return cannot(path, err)
	}
	underWay.Store(name, nil)
	defer underWay.Delete(name)
	done := false
	defer func() { // when write panics too
		if !done {
			f.Close()
			os.Remove(name)
		}
	}()
	if err := fill(path, f, write); err != nil {
		return err
	}
	if old != nil {
		if err := f.Chmod(old.Mode().Perm()); err != nil {
			return cannot(path, err)
		}
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return cannot(path, err)
	}
	if err := os.Rename(name, target); err != nil {
		return cannot(path, err)
	}
	done = true
	syncFolder(dir)
	return nil
}

// fill runs write. Its errors stay its own, unless they are the file's.
func fill(path string, f *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriter(f)
	err := write(b)
	if err == nil {
		err = b.Flush()
	}
	var p *fs.PathError
	if errors.As(err, &p) && p.Path == f.Name() {
		return cannot(path, err)
	}
	return err
}

// syncFolder stores the renaming itself. Not every file system can, and the
// file is whole in any case.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// cannot says which file the user asked for, in place of the temporary one.
func cannot(path string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}
