package speed

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program is what is measured: a command line, to which the file is added.
type program struct {
	name   string
	args   []string // of fms-tui, without its path, where own
	own    bool
	after  []string // the file
	layout bool     // "long" or "wide" follows
}

// ours is a command of fms-tui.
func ours(command string, flags ...string) program {
	after := append([]string{"--label", "label", "--quiet"}, flags...)
	name := strings.Join(append([]string{command}, flags...), " ")
	return program{name: name, args: []string{command}, own: true, after: after}
}

// use is what a process used.
type use struct {
	Seconds float64 // of processors
	Bytes   int64   // resident at most; 0 where the system does not say
}

// command is the process that reads a file.
func (p program) command(ctx context.Context, fms, path string, l layout) *exec.Cmd {
	args := append(append([]string(nil), p.args...), path)
	args = append(args, p.after...)
	if p.own {
		args = append([]string{fms}, args...)
		if p.args[0] != "check" {
			args = append(args, "-o", filepath.Join(filepath.Dir(path), "out"))
		}
	}
	if p.layout {
		args = append(args, map[bool]string{true: "wide", false: "long"}[l == byRater])
	}
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1") // threads that wait for each other take processor time
	return c
}

// run runs a program once. A process between this one and the program measures it: the system
// counts the largest memory of a process as memory of the process that it starts, and this one
// may be large.
func (p program) run(ctx context.Context, fms, path string, l layout) (use, error) {
	c := p.command(ctx, fms, path, l)
	self, err := os.Executable()
	if err != nil || testing.Testing() {
		return measured(ctx, p.name, c.Args)
	}
	text, err := json.Marshal(c.Args)
	if err != nil {
		return use{}, err
	}
	var said bytes.Buffer
	between := exec.CommandContext(ctx, self, "speed", "-measure", string(text))
	between.Env, between.Stderr = c.Env, &said
	out, err := between.Output()
	if err != nil {
		return use{}, fmt.Errorf("%s: %w: %s", p.name, err, strings.TrimSpace(said.String()))
	}
	var u use
	err = json.Unmarshal(out, &u)
	return u, err
}

// measured runs a command line once.
func measured(ctx context.Context, name string, args []string) (use, error) {
	var said bytes.Buffer
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Stderr = &said
	if err := c.Run(); err != nil {
		return use{}, fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(said.String()))
	}
	s := c.ProcessState
	return use{(s.UserTime() + s.SystemTime()).Seconds(), resident(s)}, nil
}

// measure runs the command line that is written as JSON, and writes what it used.
func measure(ctx context.Context, text string, out io.Writer) error {
	var args []string
	if err := json.Unmarshal([]byte(text), &args); err != nil || len(args) == 0 {
		return fmt.Errorf("-measure %q is no command line: %w", text, err)
	}
	u, err := measured(ctx, args[0], args)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(u)
}

// load is how busy the machine was, where the system says so.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(text))
	if err != nil || len(fields) == 0 {
		return ""
	}
	return ", at a load average of " + fields[0]
}

//go:embed loop.go.txt
var loopSource []byte

const loopName = "encoding/csv and strconv, a loop"

// buildLoop builds the loop with Go's standard library.
func buildLoop(ctx context.Context, dir string) (string, error) {
	source, program := filepath.Join(dir, "loop.go"), filepath.Join(dir, "loop")
	if err := os.WriteFile(source, loopSource, 0o600); err != nil {
		return "", err
	}
	if said, err := exec.CommandContext(ctx, "go", "build", "-o", program, source).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w: %s", err, said)
	}
	return program, nil
}

// script is a program in Python.
type script struct{ name, file, modules, text string }

const pandas = "pandas, rank-one numpy"

//go:embed frame.py
var frame string

//go:embed duck.py
var duck string

var scripts = []script{{pandas, "frame.py", "pandas, numpy", frame}, {"DuckDB", "duck.py", "duckdb", duck}}

// python is the first Python that has the modules of the script; "" for none.
func (s script) python(ctx context.Context) string {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.CommandContext(ctx, python, "-c", "import "+s.modules).Run() == nil {
			return python
		}
	}
	return ""
}
