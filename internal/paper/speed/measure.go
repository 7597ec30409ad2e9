package speed

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// program is what is measured: a command line, to which the file is added.
type program struct {
	name   string
	args   []string
	after  []string // the file
	layout bool     // "long" or "wide" follows
}

// ours are the ways of fms-tui: reading to moments, reading to a plan, and to its honest loss.
func ours(fms, path string) []program {
	null := filepath.Join(filepath.Dir(path), "out")
	return []program{
		{name: "fms-tui moments", args: []string{fms, "moments"}, after: []string{"--label", "label", "--quiet", "-o", null}},
		{name: "fms-tui select", args: []string{fms, "select"}, after: []string{"--label", "label", "--budget", "20", "--no-honest", "--quiet", "--raters", "aware", "-o", null}},
		{name: "fms-tui select, honest", args: []string{fms, "select"}, after: []string{"--label", "label", "--budget", "20", "--quiet", "--raters", "aware", "-o", null}},
	}
}

// use is what a process used.
type use struct {
	seconds float64 // of processors
	bytes   int64   // resident at most; 0 where the system does not say
}

// least runs a program some times and returns the least processor time, and its memory.
func (p program) least(ctx context.Context, path string, long bool, runs int) (u use, err error) {
	args := append(append(append([]string(nil), p.args[1:]...), path), p.after...)
	if p.layout {
		args = append(args, map[bool]string{true: "long", false: "wide"}[long])
	}
	for range runs {
		var said bytes.Buffer
		c := exec.CommandContext(ctx, p.args[0], args...)
		c.Stderr = &said
		if err := c.Run(); err != nil {
			return u, fmt.Errorf("%s: %w: %s", p.name, err, strings.TrimSpace(said.String()))
		}
		s := c.ProcessState
		if seconds := (s.UserTime() + s.SystemTime()).Seconds(); u.seconds == 0 || seconds < u.seconds {
			u = use{seconds, resident(s)}
		}
	}
	return u, nil
}

//go:embed loop.go.txt
var loopSource []byte

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

var scripts = []script{
	{"pandas + numpy", "frame.py", "pandas, numpy", `import sys, numpy as np, pandas as pd
df = pd.read_csv(sys.argv[1])
if sys.argv[2] == "long":
    x = df.pivot_table(index="object", columns="attribute", values="judgment", sort=False)
    v = df.groupby(["object", "attribute"])["judgment"].var().groupby("attribute").mean()
else:
    g = df.drop(columns=["rater", "label"]).groupby("object", sort=False)
    x, v = g.mean(), g.var().mean()
y = df.groupby("object", sort=False)["label"].first()
np.cov(x.to_numpy(), rowvar=False), np.corrcoef(x.iloc[:, 0], y), v.to_numpy()
`},
	{"DuckDB", "duck.py", "duckdb", `import sys, duckdb
t = f"read_csv('{sys.argv[1]}')"
if sys.argv[2] == "long":
    duckdb.sql(f"select object, attribute, avg(judgment) x, var_samp(judgment) v, any_value(label) y from {t} group by all").fetchall()
else:
    duckdb.sql(f"select object, avg(columns('q.*')), var_samp(columns('q.*')), any_value(label) y from {t} group by object").fetchall()
`},
}

// installed tells whether Python has the modules of the script.
func (s script) installed(ctx context.Context) bool {
	return exec.CommandContext(ctx, "python3", "-c", "import "+s.modules).Run() == nil
}
