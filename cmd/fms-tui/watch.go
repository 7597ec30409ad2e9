package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"fms-tui/core"
)

// watch returns what reads the data again once their files have changed, nil and no
// error where they have not. Files that cannot be read for a moment, such as while
// they are replaced, have not changed yet.
func (p *program) watch(paths []string, f *flags) func(context.Context) (*core.Study, error) {
	files := slices.Concat(paths, f.labels)
	seen := stamp(files)
	return func(ctx context.Context) (*core.Study, error) {
		now := stamp(files)
		if now == "" || now == seen {
			return nil, nil
		}
		seen = now
		quiet := f.with(func(g *flags) { g.quiet = true }) // the screen is shown
		return p.openStudy(ctx, paths, quiet)
	}
}

// stamp is what changes of files when they do; "" where one is not there.
func stamp(files []string) string {
	var b strings.Builder
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			return ""
		}
		fmt.Fprintln(&b, info.Size(), info.ModTime().UnixNano())
	}
	return b.String()
}
