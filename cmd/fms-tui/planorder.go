package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model/export"
	"fms-tui/model/order"
	"fms-tui/model/plan"
	"fms-tui/model/read"
	"fms-tui/tui"
)

// formCalls is the form of plan that has a line for each call.
const formCalls = "calls"

// callsFile is the plan of calls in a folder.
const callsFile = "calls.jsonl"

// orderForms are the values of plan --form that are no report: what is to be
// collected, for the program that collects it.
func orderForms() []string {
	return append([]string{formCalls}, order.Tools()...)
}

func isOrder(form string) bool { return slices.Contains(orderForms(), form) }

// checkOrder refuses flags that an order has no use for.
func (of *planFlags) checkOrder(f *flags) error {
	switch {
	case of.listed != "" && !isOrder(f.form):
		return misused("--new lists objects for --form %s", strings.Join(orderForms(), ", "))
	case isOrder(f.form) && (of.tasks != "" || of.pilot > 0 || f.changed("objects")):
		return misused("--form %s writes what is to be collected of given objects: --tasks, --pilot and --objects are for the tables", f.form)
	case isOrder(f.form) && f.form != formCalls && toStdout(f.out):
		return misused("--form %s writes several files: name a new folder with -o DIR", f.form)
	}
	return nil
}

// placeOrder writes what is to be collected.
func placeOrder(ctx context.Context, p *program, pick *core.Pick, plan *plan.Plan, f *flags, of *planFlags) error {
	o, err := orderOf(ctx, p, pick, plan, of.listed)
	if err != nil {
		return err
	}
	o.Plain = read.Unclaimed
	calls, judgments, cost, err := o.Size()
	if err != nil {
		return err
	}
	what := fmt.Sprintf("%s of %s in %s, which cost %s", figure.CountOf(judgments, "judgment"), figure.CountOf(len(o.Objects), "object"),
		figure.CountOf(calls, "call"), tui.Money(pick, cost))
	to, err := writeOrder(ctx, p, o, f)
	if err != nil {
		return err
	}
	p.note("wrote %s, to %s", what, to)
	return nil
}

// orderOf is what the objects of a list need, or without one what the training objects
// lack.
func orderOf(ctx context.Context, p *program, pick *core.Pick, plan *plan.Plan, list string) (*order.Order, error) {
	if list == "" {
		if plan.Training.Judgments == 0 {
			return nil, errors.New("nothing is to be collected: every training object has as many judgments as are chosen; --new FILE lists new objects")
		}
		return order.Missing(plan, pick.Data()), nil
	}
	sources, err := p.sources(ctx, []string{list}, "")
	if err != nil {
		return nil, err
	}
	columns, ids, cells, err := read.Objects(ctx, sources[0])
	if err != nil {
		return nil, err
	}
	objects := make([]order.Object, len(ids))
	for i, id := range ids {
		objects[i] = order.Object{ID: id, Cells: cells[i]}
	}
	return order.New(plan, pick.Data(), columns, objects), nil
}

// writeOrder writes an order and returns where to.
func writeOrder(ctx context.Context, p *program, o *order.Order, f *flags) (string, error) {
	switch {
	case f.form == formCalls && toStdout(f.out):
		return "stdout", p.write(ctx, f.out, o.WriteCalls)
	case f.form == formCalls && strings.HasSuffix(strings.ToLower(f.out), ".jsonl"):
		return f.out, p.write(ctx, f.out, o.WriteCalls)
	case f.form == formCalls:
		return filepath.Join(f.out, callsFile), export.WriteFolder(f.out, []export.File{{Path: callsFile, Write: o.WriteCalls}})
	}
	files, err := o.Files(f.form)
	if err != nil {
		return "", err
	}
	list := make([]export.File, len(files))
	for i, one := range files {
		list[i] = export.File(one)
	}
	return f.out, export.WriteFolder(f.out, list)
}
