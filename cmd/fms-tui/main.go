// Command fms-tui chooses which attributes raters should judge, and how many
// times each, to predict a label within a budget.
//
// Without a command it opens the terminal UI. Each command is a file of this
// package; `fms-tui help` lists them. Results go to stdout, everything else to
// stderr.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"fms-tui/core/parallel"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
	"fms-tui/tui"
	"fms-tui/tui/chart"
)

// Exit statuses. After a signal it is 128 plus its number.
const (
	statusDone    = 0
	statusFailed  = 1 // the data or the computation
	statusMisused = 2 // wrong usage: flags and arguments, or none where the data leave several readings
	statusSignal  = 128
)

// grace is the time that the UI has to end by itself after a signal, before the program
// ends without it: settings are saved and the terminal is restored. Commands have soon: what is done
// of splits or subsamples is written, and a query of a database is cancelled there too.
const (
	grace = time.Second
	soon  = 80 * time.Millisecond
)

func main() {
	spareProcessor()
	ctx, stop := withSignals(context.Background())
	status := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ())
	stop()
	os.Exit(status)
}

// spareProcessor gives Go one processor more than the machine has, which work on all
// processors leaves idle. A signal or a key is heard there at once. It could else wait 10
// ms for each goroutine in the queue, and 100 while garbage is collected too.
func spareProcessor() { runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1) }

// signalled is the cause of a context that a signal ended.
type signalled struct{ syscall.Signal }

func (s signalled) Error() string { return s.String() }

// withSignals ends the context at the first SIGINT, SIGTERM, SIGHUP or SIGQUIT, so that the
// terminal is restored. A second one ends the program at once, as it would without us.
func withSignals(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			if number, ok := s.(syscall.Signal); ok {
				cancel(signalled{number})
			}
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// run is the program: it returns the exit status and touches nothing of the
// process but what it is given, and files.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env []string) int {
	p := &program{stdin: stdin, stdout: stdout, stderr: stderr, env: env, now: time.Now}
	ended := make(chan int, 1)
	go func() { ended <- p.execute(ctx, args) }()
	select {
	case status := <-ended:
		return status
	case <-ctx.Done():
	}
	patience := soon
	if p.onTerminal.Load() != nil || p.patient.Load() {
		patience = grace
	}
	select {
	case status := <-ended:
		return status
	case <-time.After(patience): // something that cannot be interrupted, such as opening a pipe
		p.hush(true)
		p.restoreTerminal()
		export.Abandon()
		return exitStatus(ctx, ctx.Err())
	}
}

// program is what a command needs of its surroundings.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	env            []string // as os.Environ
	now            func() time.Time
	asked          string                // --color
	piped          map[string]*piped     // by name: stdin, and paths of pipes
	limits         read.Limits           // --limit
	args           []string              // as they are parsed
	chosen         []model.Choice        // of the reading, on the screen
	study          *study                // that stands in the place of DATA; nil for none
	opening        *tui.Opening          // shows what opening is about; nil where no screen is opened
	meter          *read.Meter           // of opening
	partSize       func(d int) int       // least judgments of a part; nil is core.PartSize
	streamedFrom   int64                 // size of a file that select streams; 0 is the usual
	onTerminal     atomic.Pointer[taken] // while the UI has it
	patient        atomic.Bool           // answers that were paid for are being written
	working        working
	reported       func(stage string, done, of int) // hears what the core reports; nil for nobody
	databases      databases
	inputs         []os.FileInfo // files that the command reads: -o replaces none of them
	quiet          bool          // --quiet
	force          bool          // --force: -o replaces files that the program did not write
}

func (p *program) execute(ctx context.Context, args []string) (status int) {
	defer func() {
		if value := recover(); value != nil {
			p.tell(reportCrash(caught(value)))
			status = statusBroken
		}
	}()
	defer p.endReading()
	defer p.hush(true)
	ctx = parallel.Hear(ctx, p.heard)
	p.args = append([]string{}, presentNames(args)...) // nil would be taken for the process's own
	args, err := p.withStudy(p.args)
	root := commandTree(p)
	ran := root
	if err == nil {
		args, err = p.databases.withoutSecrets(args)
	}
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		registerCompletions(root)
	}
	if err == nil {
		p.args = args
		root.SetArgs(args)
		ran, err = root.ExecuteContextC(ctx)
	}
	status = exitStatus(ctx, err)
	if err != nil && status < statusSignal {
		p.tell(wordError(withFlag(err)))
		if u := (usageError{}); errors.As(err, &u) {
			p.tell("see " + ran.CommandPath() + " --help")
		}
	}
	return status
}

func exitStatus(ctx context.Context, err error) int {
	var s signalled
	var u usageError
	var a *read.AmbiguousError
	switch {
	case errors.As(context.Cause(ctx), &s):
		return statusSignal + int(s.Signal)
	case err == nil:
		return statusDone
	case errors.As(err, &u), errors.As(err, &a):
		return statusMisused
	}
	return statusFailed
}

// usageError is wrong usage, as opposed to data that cannot be used.
type usageError struct{ error }

func (u usageError) Unwrap() error { return u.error }

func misused(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// tell writes a message to stderr, without what a terminal would obey: names
// in it may come from files.
func (p *program) tell(message string) {
	p.hush(false)
	lines := strings.Split(message, "\n")
	for i, l := range lines {
		lines[i] = chart.Clean(l)
	}
	// Two algorithms may have failed alike.
	fmt.Fprintf(p.stderr, "fms-tui: %s\n", strings.Join(slices.Compact(lines), "\n"))
}

func (p *program) note(format string, args ...any) {
	if !p.quiet {
		p.tell(fmt.Sprintf(format, args...))
	}
}

func (p *program) getenv(name string) string {
	value := ""
	for _, e := range p.env {
		if v, ok := strings.CutPrefix(e, name+"="); ok {
			value = v
		}
	}
	return value
}
