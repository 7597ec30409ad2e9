// Command partial repeats the experiments of Cesa-Bianchi, Shalev-Shwartz &
// Shamir 2010 with fms-tui's own implementation: two digits of MNIST told apart
// by predictors that were learned from four pixels of each image, learning curves
// and the medians over pairs of digits; and the same on simulated images, which
// need no files. docs/partial.md holds what it printed.
//
//	go run ./cmd/partial FOLDER           # 3 against 5, learning curves
//	go run ./cmd/partial -pairs FOLDER    # every pair of digits
//	go run ./cmd/partial -simulated       # images with a known truth
//
// FOLDER holds the IDX files of MNIST, plain or gzip.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/charmbracelet/x/term"

	"fms-tui/core/partial"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "partial:", err)
		}
		os.Exit(1)
	}
}

// options are those of the command line.
type options struct {
	partial.Question
	pairs     bool
	simulated bool
	digits    string
	objects   int
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o := options{Question: partial.Question{Algorithms: partial.Algorithms()}}
	fs := flag.NewFlagSet("partial", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.BoolVar(&o.pairs, "pairs", false, "every pair of digits, and the medians")
	fs.BoolVar(&o.simulated, "simulated", false, "simulated images in place of files")
	fs.StringVar(&o.digits, "digits", "35", "the two digits to tell apart")
	fs.IntVar(&o.objects, "objects", 4000, "simulated images")
	fs.IntVar(&o.K, "k", 4, "pixels looked at of each image")
	fs.Float64Var(&o.Norm, "norm", 0, "bound on the L1 norm of the weights; 0: by cross-validation")
	fs.BoolVar(&o.Theorem, "theorem", false, "λ of AER by theorem 2 in place of cross-validation")
	fs.IntVar(&o.Folds, "folds", 10, "folds of the cross-validation")
	fs.IntVar(&o.Splits, "splits", 10, "random splits into training and test images")
	fs.IntVar(&o.Points, "points", 10, "points of a learning curve")
	fs.Uint64Var(&o.Seed, "seed", 1, "what is drawn depends on it alone")
	if err := fs.Parse(args); err != nil {
		return err
	}
	switch {
	case o.simulated && fs.NArg() == 0:
		return o.curves(ctx, simulated(o.objects, o.Seed), fmt.Sprintf("%d simulated images", o.objects), stdout, stderr)
	case o.simulated || fs.NArg() != 1:
		return errors.New("one FOLDER of IDX files is needed, or -simulated and none")
	}
	all, err := readDigits(ctx, fs.Arg(0))
	if err != nil {
		return err
	}
	if o.pairs {
		return o.everyPair(ctx, all, stdout, stderr)
	}
	a, b, err := parseDigits(o.digits)
	if err != nil {
		return err
	}
	return o.curves(ctx, all.pair(a, b), fmt.Sprintf("digits %d (-1) and %d (+1)", a, b), stdout, stderr)
}

func parseDigits(s string) (a, b byte, err error) {
	if len(s) != 2 || s[0] < '0' || s[0] > '9' || s[1] < '0' || s[1] > '9' || s[0] == s[1] {
		return 0, 0, fmt.Errorf("-digits %q: two different digits are needed, such as 35", s)
	}
	return s[0] - '0', s[1] - '0', nil
}

// progress returns what is called with the work done: a line on a terminal.
func progress(what string, w io.Writer) func(done, of int) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(f.Fd()) {
		return func(int, int) {}
	}
	return func(done, of int) {
		end := ""
		if done == of {
			end = "\n"
		}
		fmt.Fprintf(w, "\r%s: %d of %d%s", what, done, of, end)
	}
}
