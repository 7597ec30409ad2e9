package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"fmt"
	"time"
)

// archive makes the archive to unpack by hand: a zip for Windows, else a tar.gz,
// of one folder.
func (r *release) archive(t target, program []byte, docs tree) error {
	folder := fmt.Sprintf("%s_%s_%s_%s", name, r.version, t.os, t.arch)
	content := tree{folder + "/" + t.program(): program}
	for p, data := range docs {
		content[folder+"/"+p] = data
	}
	executable := folder + "/" + t.program()
	if t.os == "windows" {
		data, err := zipped(content, r.time, func(p string) bool { return p == executable })
		r.files[folder+".zip"] = data
		return err
	}
	data, err := tarred(content, r.time, func(p string) bool { return p == executable })
	r.files[folder+".tar.gz"] = data
	return err
}

// tarred returns a tar.gz of files in their order, all of one time and of nobody.
func tarred(content tree, at time.Time, executable func(path string) bool) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, p := range content.paths() {
		header := &tar.Header{
			Name: p, Mode: int64(mode(executable(p))), Size: int64(len(content[p])), ModTime: at,
			Typeflag: tar.TypeReg, Format: tar.FormatUSTAR,
		}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(content[p]); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return gzipped(b.Bytes())
}

// zipped returns a zip of files in their order, all of one time.
func zipped(content tree, at time.Time, executable func(path string) bool) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range content.paths() {
		header := &zip.FileHeader{Name: p, Method: zip.Deflate, Modified: at}
		header.SetMode(mode(executable(p)))
		f, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(content[p]); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
