package main

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// exported writes the files of the commit that is checked out in a repository to an
// empty folder: what is released does not change while it is built.
func exported(ctx context.Context, repository, to string) error {
	c := exec.CommandContext(ctx, "git", "archive", "--format=tar", "HEAD")
	c.Dir = repository
	archive, err := c.Output()
	if err != nil {
		return fmt.Errorf("git archive: %w", err)
	}
	r := tar.NewReader(bytes.NewReader(archive))
	for {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if header.Typeflag != tar.TypeReg {
			continue // folders, and the comment that names the commit
		}
		path := filepath.Join(to, filepath.FromSlash(header.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, data, header.FileInfo().Mode().Perm()); err != nil {
			return err
		}
	}
}
