package monkey

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"fms-tui/tools/paper/page"
)

// question is what the command line asks for.
type question struct {
	events, visit int
	seed          uint64
	race          bool
	patience      time.Duration
	program       string
}

func parse(args []string, log io.Writer) (q question, err error) {
	fs := flag.NewFlagSet("monkey", flag.ContinueOnError)
	fs.SetOutput(log)
	fs.StringVar(&q.program, "program", "", "type at this `file` instead of building ./cmd/fms-tui")
	fs.IntVar(&q.events, "events", 10_000, "send `N` events, all in all")
	fs.IntVar(&q.visit, "visit", 5000, "start the program anew after `N` events")
	fs.Uint64Var(&q.seed, "seed", 1, "draw the events by `N`")
	fs.BoolVar(&q.race, "race", false, "build the program with the race detector")
	fs.DurationVar(&q.patience, "patience", 2*time.Minute, "the `time` within which the program must take input")
	if err := page.Parse(fs, args); err != nil {
		return q, err
	}
	if q.events < 1 || q.visit < 1 {
		return q, errors.New("-events and -visit must be at least 1")
	}
	return q, nil
}

// worlds are the arguments of visits in turn: a label of numbers, of two classes, of three
// classes in order, several labels, and a file with hostile names.
var worlds = [][]string{
	{"beans.csv", "--label", "beans", "--bootstrap", "20"},
	{"judges.jsonl.gz", "--label", "verdict"},
	{"judges.jsonl.gz", "--labels", "judges_grades.csv", "--label", "grade", "--ordered", "low,mid,high"},
	{"judges.jsonl.gz", "--label", "human", "--label", "verdict"},
	{"hostile.csv", "--label", "label"},
}

// hostile is a file whose names terminals, shells, spreadsheets and pages would obey, or
// that are too long for any of them.
func hostile() []byte {
	names := []string{
		"\x1b[2J\x1b]0;title\a", "\u202etfel ot thgir", "=cmd|' /C calc'!A0", "<script>alert(1)</script>", "$(reboot) `x` 'y'",
		"tab\tand\x01more", "e\u0301\u0302\u200b\u200d", "👩\u200d👩\u200d👧", "../../etc/passwd", strings.Repeat("long é ", 1500), "", " ",
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"object", "attribute", "rater", "judgment", "label"})
	rng := rand.New(rand.NewPCG(7, 26))
	for i := range 40 {
		y := rng.NormFloat64()
		for _, name := range names {
			for r := range 2 {
				_ = w.Write([]string{fmt.Sprintf("%s%d", names[i%len(names)], i), "a" + name, names[r], fmt.Sprint(y + rng.NormFloat64()), fmt.Sprint(y)})
			}
		}
	}
	w.Flush()
	return b.Bytes()
}

// Run builds the program and types at it. After a fault the program's stderr, with its
// goroutines, stays in a file that the error names.
func Run(ctx context.Context, args []string, out, progress io.Writer) error {
	q, err := parse(args, progress)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "fms-tui-monkey-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	program := q.program
	if program == "" {
		if program, err = build(ctx, folder, q.race); err != nil {
			return err
		}
	}
	env := []string{
		"PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "COLORTERM=truecolor", "HOME=" + folder,
		"TMPDIR=" + folder, "GORACE=atexit_sleep_ms=0",
	}
	open := func(args ...string) *exec.Cmd {
		c := exec.CommandContext(ctx, program, args...)
		c.Dir, c.Env = folder, env
		return c
	}
	for _, name := range []string{"beans", "judges"} {
		if said, err := open("init", name, "--quiet").CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, said)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "hostile.csv"), hostile(), 0o600); err != nil {
		return err
	}
	dump := filepath.Join(os.TempDir(), fmt.Sprintf("fms-tui-monkey-%d.txt", q.seed))
	ways := []os.Signal{nil, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT}
	for n, sent := uint64(0), 0; sent < q.events; n++ {
		v := visit{
			command: func() *exec.Cmd { return open(worlds[n/uint64(len(ways))%uint64(len(worlds))]...) },
			seed:    q.seed + n, events: min(q.events-sent, q.visit), leave: ways[n%uint64(len(ways))], patience: q.patience, dump: dump,
		}
		if err := v.run(); err != nil {
			return fmt.Errorf("after %d events of %d: %w", sent, q.events, err)
		}
		sent += v.events
		fmt.Fprintf(progress, "%d of %d events\n", sent, q.events)
	}
	fmt.Fprintf(out, "%d events, none without an answer\n", q.events)
	return os.Remove(dump)
}
