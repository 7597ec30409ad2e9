// Command packaging builds a release of fms-tui: programs for six systems,
// archives, packages of Debian, RPM and Alpine, Python wheels, npm packages, bills
// of materials and checksums. It needs Go only; .ci/release calls it.
//
// The same source, version and Go give the same bytes, in any folder and at any
// time.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "packaging:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("packaging", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "usage: packaging [FLAGS] VERSION\n\nVERSION is like 1.2.3 or 1.2.3-rc.1. Flags:")
		flags.PrintDefaults()
	}
	source := flags.String("source", "..", "`FOLDER` of the repository")
	dist := flags.String("dist", "", "`FOLDER` that gets a folder VERSION (default dist in the repository)")
	only := flags.String("targets", "", "build only these `TARGETS`, such as linux/amd64,darwin/arm64 (default all six)")
	docs := flags.Bool("docs", false, "write only the manual pages and the completions")
	dirty := flags.Bool("dirty", false, "release the files as they are, with uncommitted changes")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		flags.Usage()
		return flag.ErrHelp
	}
	r, err := newRelease(ctx, *source, flags.Arg(0), *dirty)
	if err != nil {
		return err
	}
	if r.targets, err = targetsNamed(*only); err != nil {
		return err
	}
	r.dist = *dist
	if r.dist == "" {
		r.dist = filepath.Join(*source, "dist")
	}
	r.dist = filepath.Join(r.dist, r.version.String())
	r.tell = func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
	if r.revision != "" && !*dirty {
		commit, err := os.MkdirTemp("", "fms-tui-source")
		if err != nil {
			return err
		}
		defer os.RemoveAll(commit)
		if err := exported(ctx, r.source, commit); err != nil {
			return err
		}
		r.source = commit
	}
	if *docs {
		return r.writeDocs(ctx)
	}
	return r.build(ctx)
}

// targetsNamed returns the targets of a comma-separated list; all for "".
func targetsNamed(list string) ([]target, error) {
	if list == "" {
		return targets, nil
	}
	var named []target
	for name := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(targets, func(t target) bool { return t.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no target %q; accepted: %v", name, targets)
		}
		named = append(named, targets[i])
	}
	return named, nil
}
