package read

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// tools are the declarations, tried in order.
func tools() []tool {
	return append(slices.Clone(declared), studioLog, prodigyLog, argillaLog, promptfooLog, inspectLog, groundTruthLog, turkTable, studioTable, qualtricsTable)
}

// shape is a layout of raters' answers of its own: of a tool, or with more in names or records than a table
// shows. The headers identify it, and it is turned into one of the three layouts.
type shape struct {
	name    string               // as people call it
	keys    string               // that it is told by; "" where its reasons say so
	takes   func(in *input) bool // by the names of the columns, where flags leave room for it
	reshape func(ctx context.Context, in *input) error
}

// shapes are tried in order. A file that none takes is read as it stands.
func shapes() (all []shape) {
	for _, l := range tools() {
		reshape := l.log
		switch {
		case l.reshape != nil:
			reshape = func(ctx context.Context, in *input) error { return l.reshape(ctx, in, l) }
		case l.roles != nil:
			reshape = l.table
		}
		all = append(all, shape{l.form, l.keys, l.takes, reshape})
	}
	for _, n := range []struct {
		form string
		find func(in *input) *melted // nil where the names of columns say no two things
	}{
		{"raters in the names of columns", ratersInNames},
		{"objects in the names of columns", objectsInNames},
		{"raters in numbered columns", ratersInNumbers},
	} {
		all = append(all, shape{n.form, "", func(in *input) bool { return n.find(in) != nil }, func(ctx context.Context, in *input) error { return in.melt(ctx, n.find(in)) }})
	}
	return append(all, shape{"nested records", "", isNested, reshapeNested})
}

// input is a file in question and what a shape makes of it.
type input struct {
	*lookahead
	file  string
	names []string
	line  int     // of the header
	opt   Options // as the user gave them
	tell  teller

	hint hint
	out  *held
}

// hint is what is known of the columns of a reshaped file beyond their headers.
type hint struct {
	form    string           // the shape's name
	layout  string           // that the rows have now
	known   map[string]known // by header
	before  []string         // the headers of the file itself
	rows    int              // of the file itself
	kept    int              // the columns that a row was made of
	dropped []model.Dropped
	options []optionGroup // questions whose options became attributes
	unit    string        // of costs
	because string        // what the form was told by
	asIs    bool          // the rows are the file's rows
	records bool          // a row is a record of nested JSON
	answers bool          // words may stand for numbers
	open    bool          // columns that are not known may have any role but be judged
	free    bool          // they may have any role, as in a table without a shape
}

// known is a column's role, noRole to leave it to its header, and why.
type known struct {
	role role
	why  why
}

// drop counts what is left out for a reason.
func (h *hint) drop(reason string, count int) { h.dropped = addDropped(h.dropped, reason, count) }

func addDropped(list []model.Dropped, reason string, count int) []model.Dropped {
	if count == 0 {
		return list
	}
	if i := slices.IndexFunc(list, func(d model.Dropped) bool { return d.Reason == reason }); i >= 0 {
		list[i].Count += count
		return list
	}
	return append(list, model.Dropped{Reason: reason, Count: count})
}

// reshape returns t itself, and no hint, where no shape takes it.
func reshape(ctx context.Context, t *lookahead, file string, opt Options, tell teller) (*lookahead, *hint, error) {
	names, line := t.header()
	in := &input{lookahead: t, file: file, names: names, line: line, opt: opt, tell: tell}
	for _, s := range shapes() {
		if !s.takes(in) {
			continue
		}
		in.hint = hint{form: s.name, known: make(map[string]known), before: slices.Clone(names)}
		if s.keys != "" {
			in.hint.because = fmt.Sprintf("%s was read as %s: it has %s", printable(file), s.name, s.keys)
		}
		in.out = &held{line: line}
		switch err := s.reshape(ctx, in); {
		case err != nil:
			return nil, nil, err
		case in.hint.asIs:
			return t, &in.hint, nil
		case in.hint.rows > 0 && len(in.out.rows) == 0:
			return nil, nil, in.nothing()
		}
		return &lookahead{table: in.out}, &in.hint, nil
	}
	return t, nil, nil
}

// nothing explains a file of which all was left out.
func (in *input) nothing() error {
	var left []string
	for _, d := range in.hint.dropped {
		left = append(left, fmt.Sprintf("%s (%d)", d.Reason, d.Count))
	}
	return &Error{File: in.file, Message: fmt.Sprintf("holds no judgment in %s, read as %s; left out: %s; needed are numbers, ratings or choices",
		counted(in.hint.rows, "row"), in.hint.form, strings.Join(left, ", "))}
}

// each hands over every row of the file. The cells may be kept.
func (in *input) each(ctx context.Context, use func(cells []string, line int) error) error {
	return eachRow(ctx, in.lookahead, func(cells []string, line int) error {
		in.hint.rows++
		return use(slices.Clone(cells), line)
	})
}

// column returns the column of that name, or -1.
func (in *input) column(name string) int { return slices.Index(in.names, name) }

// mayBe reports whether the flags allow a layout whose only columns are named for its
// attribute and judgment.
func (in *input) mayBe(layout, attribute, judgment string) bool {
	asked := in.opt.Layout == "" || in.opt.Layout == "auto" || in.opt.Layout == layout
	named := len(in.opt.AttributeCol) == 0 || slices.ContainsFunc(in.opt.AttributeCol, func(a string) bool { return strings.TrimSpace(a) == attribute })
	return asked && named && (in.opt.JudgmentCol == "" || strings.TrimSpace(in.opt.JudgmentCol) == judgment)
}

// isNamed tells whether a flag names a column: it is left alone then.
func (in *input) isNamed(column string) bool {
	named := append([]string{in.opt.ObjectCol, in.opt.RaterCol, in.opt.Label}, in.opt.Ignore...)
	return column != "" && slices.ContainsFunc(named, func(n string) bool { return strings.TrimSpace(n) == column })
}

// bad is an error about a cell of the file itself.
func (in *input) bad(column, line int, value, format string, args ...any) *Error {
	return &Error{File: in.file, Line: line, Column: in.names[column], Value: trim(value), Message: fmt.Sprintf(format, args...)}
}

// add enters a column of the reshaped table and what is known of it.
func (in *input) add(name string, as role, reason string) {
	in.addFor(name, as, why{code: model.ReasonForm, text: reason})
}

// addFor is add, for a reason of another code.
func (in *input) addFor(name string, as role, because why) {
	in.out.names = append(in.out.names, name)
	in.hint.known[name] = known{as, because}
}

// keepRows hands on what becomes of the rows, nil for nothing, but of those with the value in the column
// of column=value, a pattern in lower case. The column may be absent.
func (in *input) keepRows(ctx context.Context, m *melted, but, because string) error {
	column, value, _ := strings.Cut(but, "=")
	left := in.column(column)
	return in.each(ctx, func(cells []string, line int) error {
		switch {
		case but != "" && left >= 0 && matches(value, strings.ToLower(trim(cells[left]))):
			in.hint.drop(because, 1)
		case m != nil && blank(cells):
			in.hint.drop("empty row", 1)
		default:
			in.keep(m.rows(cells), line)
		}
		return nil
	})
}

// keep hands on what a row has become.
func (in *input) keep(rows [][]string, line int) {
	in.hint.kept++
	for _, cells := range rows {
		in.out.rows = append(in.out.rows, row{cells, line})
	}
}
