// Command packaging makes what GoReleaser does not: the Python wheel, the npm packages and
// the bill of materials of a program, and the manual pages and completions that all packages
// hold. .goreleaser.yaml calls it; .ci/release calls GoReleaser.
//
// The same program, version and time give the same bytes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"
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

// release is a program of a release, and the packages that are made of it.
type release struct {
	source  string // folder of the repository
	version version
	time    time.Time // of the commit, and of every packaged file
	home    string    // address of the project, "" where there is none yet
	files   tree      // by name: what was made
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("packaging", flag.ContinueOnError)
	docs := flags.String("docs", "", "write only the manual pages and the completions into this `FOLDER`")
	source := flags.String("source", ".", "`FOLDER` of the repository")
	program := flags.String("program", "", "`FILE` of the program")
	system := flags.String("system", "", "the `SYSTEM` it runs on, such as linux/amd64")
	number := flags.String("version", "", "its `VERSION`, such as 1.2.3 or 1.2.3-rc1")
	at := flags.Int64("time", 0, "time of its commit, in `SECONDS` since 1970")
	pages := flags.String("pages", "", "`FOLDER` that -docs wrote")
	to := flags.String("to", "", "`FOLDER` that gets the packages")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *docs != "" {
		files, err := printedDocs(ctx, *source)
		if err != nil {
			return err
		}
		return files.write(*docs)
	}
	r := &release{source: *source, time: time.Unix(*at, 0).UTC(), files: make(tree)}
	var err error
	if r.version, err = parseVersion(*number); err != nil {
		return err
	}
	if r.home, err = home(*source); err != nil {
		return err
	}
	t, err := targetNamed(*system)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(*program)
	if err != nil {
		return err
	}
	beside, err := docsOf(*source, *pages)
	if err != nil {
		return err
	}
	if err := r.pack(t, data, beside); err != nil {
		return fmt.Errorf("%s: %w", *system, err)
	}
	return r.files.write(*to)
}

// largest is the size that no program of a release may reach, in bytes.
const largest = 40_000_000

// pack makes the packages of a program.
func (r *release) pack(t target, program []byte, docs tree) error {
	if len(program) >= largest {
		return fmt.Errorf("the program has %d bytes, which is not less than %d", len(program), largest)
	}
	return errors.Join(r.wheel(t, program, docs), r.npmProgram(t, program, docs), r.npmLauncher(), r.materials(t, program, docs))
}

// docsOf are the documents beside a program: those of the repository, and what -docs wrote.
func docsOf(source, pages string) (tree, error) {
	docs := make(tree)
	for _, f := range []string{"LICENSE", "THIRD_PARTY", "README.md", "CHANGELOG.md"} {
		text, err := os.ReadFile(filepath.Join(source, f))
		if err != nil {
			return nil, err
		}
		docs[f] = text
	}
	for _, pattern := range []string{"man/man1/*.1", "completions/*"} {
		files, err := filepath.Glob(filepath.Join(pages, filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("%s has no %s: write them with -docs", pages, pattern)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			name, err := filepath.Rel(pages, f)
			if err != nil {
				return nil, err
			}
			docs[filepath.ToSlash(name)] = text
		}
	}
	return docs, nil
}
