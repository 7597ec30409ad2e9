package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fms-tui/cmd/fms-tui/internal/collect"
	"fms-tui/core/report/figure"
	"fms-tui/model/order"
	"fms-tui/model/read"
)

type collectFlags struct {
	collect.Options
	journal, rule string
}

func collectCommand(p *program) *cobra.Command {
	f, of := p.flags(), &collectFlags{Options: collect.Options{Jobs: 4, Retries: 2, Wait: time.Second, Timeout: 5 * time.Minute}}
	c := &cobra.Command{
		Use:   "collect PLAN --command COMMAND -o FILE",
		Short: "Run a command for each planned call and keep its answers",
		Long: "Run a command for each call of a plan, as plan --form calls writes it, and write the judgments to FILE.\n\n" +
			"The command reads the call as a line of JSON from stdin and prints a number, or JSON such as {\"score\": 4, \"cost\": 0.002}; " +
			"for a form it prints an object with a number for each attribute. Every answer goes to a journal at once: after an " +
			"interruption, kill -9 or a power cut the same command line goes on where it ended. fms-tui itself opens no " +
			"network connection: your command does.",
		Example: "  fms-tui collect calls.jsonl --command './judge.sh' -o answers.csv\n" +
			"  fms-tui collect calls.jsonl --command 'python judge.py' --jobs 8 --rate 60/m --max-cost 5 -o answers.csv",
		Args: arguments(1, 1, "PLAN, a file or folder of fms-tui plan --form calls, or - for stdin"),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case strings.TrimSpace(of.Command) == "":
				return misused("collect needs --command COMMAND, which answers one call")
			case toStdout(f.out):
				return misused("collect needs -o FILE, for the judgments; the journal lies beside it")
			}
			return collectJudgments(c.Context(), p, args[0], f, of)
		},
	}
	return f.take(c, []string{"output", "quiet"},
		row{"", "command", "`COMMAND` line for the shell that answers one call", &of.Command, "Question: command line that answers one call", nil},
		row{"", "jobs", "commands to run at once (default 4)", whole(&of.Jobs, 1, 1000, "commands"), "Question: commands to run at once (default 4)", nil},
		row{"", "retries", "retries after a command fails or prints no number (default 2)", whole(&of.Retries, 0, 100, "retries"), "", nil},
		row{"", "wait", "`TIME` before the first retry; each further one waits twice as long", &of.Wait, "", nil},
		row{"", "timeout", "`TIME` limit of a command", &of.Timeout, "", nil},
		row{"", "rate", "rate limit for starting commands: 5/s, 60/m (default no limit)", &value{kind: "N/s", read: of.setRate}, "Question: rate limit: 5/s, 60/m (default no limit)", nil},
		row{"", "max-cost", "start no call that could raise the cost of all answers above M (default what the plan's prices add up to)", price(&of.Ceiling), "Money: what all answers may cost together", nil},
		row{"", "stopping", "`FILE` of export --form stopping: ask on only while an object is undecided", &of.rule, "Question: ask on only while an object is undecided", nil},
		row{"", "journal", "`FILE` of all answers so far (default FILE of -o with .journal)", &of.journal, "", nil})
}

func (of *collectFlags) setRate(s string) error {
	number, unit, _ := strings.Cut(s, "/")
	n, err := strconv.ParseFloat(number, 64)
	per := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour}[unit]
	if err != nil || !(n > 0) || per == 0 || !(n < 1e6) || !(float64(per)/n < float64(24*time.Hour)) {
		return fmt.Errorf("%q is no rate: accepted is a number above 0 by second, minute or hour, such as 5/s or 60/m", s)
	}
	of.Every = time.Duration(float64(per) / n)
	return nil
}

func collectJudgments(ctx context.Context, p *program, path string, f *flags, of *collectFlags) error {
	p.patient.Store(true)
	calls, err := collect.ReadPlan(path, callsFile, p.stdin)
	if err != nil {
		return err
	}
	if of.rule != "" {
		if of.Rule, err = readOne(ctx, p, of.rule, read.Stopping); err != nil {
			return err
		}
	}
	var nothing bytes.Buffer // before anything is paid for
	if _, err := collect.WriteJudgments(&nothing, calls, new(collect.Journal)); err != nil {
		return err
	}
	if err := p.mayReplace(f.out, nothing.Bytes()); err != nil {
		return err
	}
	of.journal = cmp.Or(of.journal, f.out+".journal")
	journal, err := collect.OpenJournal(of.journal)
	if err != nil {
		return err
	}
	defer journal.Close()
	if journal.Dropped {
		p.note("warning: the last line of %s was cut off: its call is made again", of.journal)
	}
	if n := journal.UnderWay(); n > 0 {
		p.note("warning: %s began in an earlier run, which failed or was killed: each is made again with its FMS_CALL_ID, by which your command can tell", figure.CountOf(n, "call"))
	}
	open, most := collect.Most(calls, journal)
	of.Ceiling = cmp.Or(of.Ceiling, most)
	if open > 0 {
		price := "of unknown price"
		if of.Ceiling > 0 {
			price = fmt.Sprintf("for %s in all", of.Ceiling)
		}
		p.note("at most %s, %d attempts each if they fail, %s", figure.CountOf(open, "call"), 1+of.Retries, price)
	}
	p.watchWorking()
	began := time.Now()
	out, err := collect.Run(ctx, calls, journal, of.Options, func(now collect.Progress) {
		p.piece(fmt.Sprintf("making calls, cost %s", now.Cost), began, now.Done, now.Of)
	})
	p.hush(true)
	if err != nil {
		if ctx.Err() != nil {
			p.tell(fmt.Sprintf("%d of %s are answered, in %s: the same command goes on there", out.Done, figure.CountOf(out.Of, "call"), of.journal))
		}
		return err
	}
	return endCollecting(ctx, p, calls, journal, &out, f, of)
}

func endCollecting(ctx context.Context, p *program, calls []order.Call, journal *collect.Journal, out *collect.Outcome, f *flags, of *collectFlags) error {
	if out.Done > 0 {
		judgments := 0
		err := p.write(ctx, f.out, func(w io.Writer) (err error) {
			judgments, err = collect.WriteJudgments(w, calls, journal)
			return err
		})
		if err != nil {
			return err
		}
		said := fmt.Sprintf("%d of %s are answered", out.Done, figure.CountOf(out.Of, "call"))
		if out.Before > 0 {
			said += fmt.Sprintf(" (%d before)", out.Before)
		}
		if of.Rule != nil {
			said += fmt.Sprintf(", and %d are not needed", out.Spared)
		}
		p.note("%s, cost %s; wrote %s to %s", said, out.Cost, figure.CountOf(judgments, "judgment"), f.out)
	}
	switch again := "; the same command goes on there"; {
	case out.Gave:
		return fmt.Errorf("no more calls were made after %s: %w%s", figure.CountOf(out.Failed, "failure"), out.First, again)
	case out.Failed > 0:
		return fmt.Errorf("%s failed: %w%s", figure.CountOf(out.Failed, "call"), out.First, again)
	case out.Ceiling:
		return fmt.Errorf("the next call could bring the cost above %s, so no more were made: --max-cost allows more, and the same command goes on", of.Ceiling)
	}
	return nil
}
