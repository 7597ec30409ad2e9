package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// release is what is built, of what and for whom.
type release struct {
	source   string // folder of the repository
	version  version
	revision string    // commit, "" where unknown
	time     time.Time // of the commit, and of every packaged file
	home     string    // address of the project, "" where there is none yet
	targets  []target
	dist     string // folder of the files, which must not exist
	tell     func(format string, args ...any)

	files map[string][]byte // by name: what was built
}

// newRelease reads what the source says about itself. Where SOURCE_DATE_EPOCH is
// set it is the time, as https://reproducible-builds.org/specs/source-date-epoch
// has it; without version control it must be.
func newRelease(ctx context.Context, source, v string, dirty bool) (*release, error) {
	r := &release{source: source, files: make(map[string][]byte), tell: func(string, ...any) {}}
	var err error
	if r.version, err = parseVersion(v); err != nil {
		return nil, err
	}
	if r.home, err = home(source); err != nil {
		return nil, err
	}
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if log, err := output(ctx, source, "git", "log", "-1", "--format=%H %ct"); err == nil {
		commit, at, _ := strings.Cut(strings.TrimSpace(log), " ")
		if r.revision = commit; seconds == "" {
			seconds = at
		}
		changes, err := output(ctx, source, "git", "status", "--porcelain")
		if err != nil {
			return nil, err
		}
		if changes != "" && !dirty {
			return nil, fmt.Errorf("the work tree has uncommitted changes:\n%sCommit them, or release them with -dirty", changes)
		}
	}
	epoch, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("SOURCE_DATE_EPOCH is %q and %s is no git repository. Set it to the seconds since 1970 of the release", seconds, source)
	}
	r.time = time.Unix(epoch, 0).UTC()
	return r, nil
}

// build makes every file of the release, and writes them all or none.
func (r *release) build(ctx context.Context) error {
	if err := r.checkDist(); err != nil {
		return err
	}
	docs, err := r.docs(ctx)
	if err != nil {
		return err
	}
	for _, t := range r.targets {
		r.tell("%s: build", t)
		program, err := r.compile(ctx, t)
		if err != nil {
			return err
		}
		r.tell("%s: package %.1f MB", t, float64(len(program))/1e6)
		if err := r.pack(t, program, docs); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	return r.finish()
}

// pack makes the packages of one target.
func (r *release) pack(t target, program []byte, docs tree) error {
	for _, kind := range []func(target, []byte, tree) error{r.archive, r.linuxPackages, r.wheel, r.npmProgram, r.materials} {
		if err := kind(t, program, docs); err != nil {
			return err
		}
	}
	return nil
}

// finish makes what describes all targets, and writes the files.
func (r *release) finish() error {
	if err := errors.Join(r.npmLauncher(), r.formula()); err != nil {
		return err
	}
	var sums strings.Builder
	for _, f := range r.names() {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(r.files[f]), f)
	}
	r.files["SHA256SUMS"] = []byte(sums.String())
	return r.write()
}

// names are the files' names, in order.
func (r *release) names() []string {
	var names []string
	for f := range r.files {
		names = append(names, f)
	}
	slices.Sort(names)
	return names
}

func (r *release) checkDist() error {
	if _, err := os.Stat(r.dist); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already (%w). Remove it, or name another folder with -dist", r.dist, cmpErr(err))
	}
	return nil
}

// cmpErr is err, or fs.ErrExist for none.
func cmpErr(err error) error {
	if err == nil {
		return fs.ErrExist
	}
	return err
}

// write writes the files beside the folder of the release and then renames it.
func (r *release) write() error {
	if err := os.MkdirAll(filepath.Dir(r.dist), 0o755); err != nil {
		return err
	}
	unfinished, err := os.MkdirTemp(filepath.Dir(r.dist), ".unfinished")
	if err != nil {
		return err
	}
	defer os.RemoveAll(unfinished)
	for _, f := range r.names() {
		path := filepath.Join(unfinished, filepath.FromSlash(f))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, r.files[f], 0o644); err != nil {
			return err
		}
	}
	if err := os.Chmod(unfinished, 0o755); err != nil {
		return err
	}
	if err := os.Rename(unfinished, r.dist); err != nil {
		return err
	}
	r.tell("wrote %d files to %s", len(r.files), r.dist)
	return nil
}

// output runs a command in a folder and returns what it prints.
func output(ctx context.Context, dir, command string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, command, args...)
	c.Dir = dir
	out, err := c.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %w\n%s", command, strings.Join(args, " "), err, exit.Stderr)
	}
	return string(out), err
}
