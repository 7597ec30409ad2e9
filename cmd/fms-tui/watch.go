package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/model/read"
)

// watchData returns what reads the data again once their files have changed, nil and no
// error where they have not; it is called every second. Files that cannot be read for a moment, such
// as while they are replaced, have not changed yet. A line that is half written has a second to
// be completed.
func watchData(p *program, paths []string, f *flags) func(context.Context) (*core.Study, error) {
	stamp := func() string {
		var b strings.Builder
		for _, name := range slices.Concat(paths, f.labels) {
			file, _ := read.Inside(name)
			info, err := os.Stat(file)
			if err != nil {
				return ""
			}
			fmt.Fprintln(&b, info.Size(), info.ModTime().UnixNano())
		}
		return b.String()
	}
	seen, changed := stamp(), false
	return func(ctx context.Context) (*core.Study, error) {
		now := stamp()
		if now == "" || now == seen {
			return nil, nil
		}
		if changed = !changed; changed {
			return nil, nil
		}
		seen = now
		return p.openStudy(ctx, paths, f)
	}
}
