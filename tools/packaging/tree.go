package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// tree are files by their slash-separated paths.
type tree map[string][]byte

// paths are the files' paths, in order.
func (t tree) paths() []string {
	var paths []string
	for p := range t {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}

// write writes the files into a folder.
func (t tree) write(folder string) error {
	for _, p := range t.paths() {
		path := filepath.Join(folder, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, t[p], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// mode of a packaged file.
func mode(executable bool) fs.FileMode {
	if executable {
		return 0o755
	}
	return 0o644
}

// tarred returns a tar.gz of files in their order, all of one time and of nobody.
func (t tree) tarred(at time.Time, executable string) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	for _, p := range t.paths() {
		header := &tar.Header{
			Name: p, Mode: int64(mode(p == executable)), Size: int64(len(t[p])), ModTime: at,
			Typeflag: tar.TypeReg, Format: tar.FormatUSTAR,
		}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(t[p]); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// zipped returns a zip of files in their order, all of one time.
func (t tree) zipped(at time.Time, executable string) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range t.paths() {
		header := &zip.FileHeader{Name: p, Method: zip.Deflate, Modified: at}
		header.SetMode(mode(p == executable))
		f, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(t[p]); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
