package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"fms-tui/model/export"
)

// toStdout tells whether the value of -o stands for stdout.
func toStdout(path string) bool { return path == "" || path == "-" }

// write sends results to the file of -o, whole or not at all, or to stdout. A
// context that ends while they are written leaves the file as it was.
func (p *program) write(ctx context.Context, path string, results func(io.Writer) error) error {
	if !toStdout(path) {
		return export.WriteFile(path, func(w io.Writer) error {
			if err := results(w); err != nil {
				return err
			}
			return ctx.Err()
		})
	}
	b := bufio.NewWriter(p.stdout)
	if err := results(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	return nil
}
