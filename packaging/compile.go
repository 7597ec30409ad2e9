package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// largest is the size that no program of a release may reach, in bytes.
const largest = 40_000_000

// compile builds the program for a target: without cgo, without paths of this
// machine, stripped and stamped.
func (r *release) compile(ctx context.Context, t target, tags ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "fms-tui-build")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, t.program())
	stamps := fmt.Sprintf("-s -w -X main.version=%s -X main.revision=%s -X main.released=%s", r.version, r.revision, r.time.Format("2006-01-02"))
	c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-tags="+strings.Join(tags, ","), "-ldflags="+stamps, "-o", path, "./cmd/fms-tui")
	c.Dir = r.source
	// GOFLAGS and the levels of processors are the release's, not this machine's.
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off", "GOOS="+t.os, "GOARCH="+t.arch, "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=")
	var problems bytes.Buffer
	c.Stderr = &problems
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%s: go build: %w\n%s", t, err, problems.String())
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(program) >= largest {
		return nil, fmt.Errorf("%s: the program has %d bytes, which is not less than %d", t, len(program), largest)
	}
	return program, nil
}

// host is the target that this machine can run.
func host() target { return target{os: runtime.GOOS, arch: runtime.GOARCH} }
