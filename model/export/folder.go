package export

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File is one file of a folder.
type File struct {
	Path  string // within the folder, with / between its parts
	Write func(io.Writer) error
}

// WriteFolder writes a folder whole or not at all: the files are written to a temporary
// folder beside it, which takes its name at the end. The folder must not exist, or be
// empty: existing files are never mixed with new files.
func WriteFolder(path string, files []File) (err error) {
	path = filepath.Clean(path)
	parent, err := resolve(filepath.Dir(path) + string(filepath.Separator) + "x")
	if err != nil {
		return cannot(path, err)
	}
	parent = filepath.Dir(parent)
	target := filepath.Join(parent, filepath.Base(path))
	if err := free(path, target); err != nil {
		return err
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

// free returns an error unless nothing is at target or an empty folder.
func free(path, target string) error {
	entries, err := os.ReadDir(target)
	info, statErr := os.Stat(target)
	switch {
	case errors.Is(statErr, fs.ErrNotExist):
		return nil
	case statErr != nil:
		return cannot(path, statErr)
	case !info.IsDir():
		return fmt.Errorf("cannot write the folder %s: it is a file", path)
	case err != nil:
		return cannot(path, err)
	case len(entries) > 0:
		return fmt.Errorf("cannot write the folder %s: it holds files already; name a new folder", path)
	}
	return nil
}
