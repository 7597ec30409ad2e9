package read

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"fms-tui/model"
)

// tools are the layouts of raters' answers of their own, tried in order: of tools, or with more in names or
// records than a table shows. A file that none takes is read as it stands.
var tools = sync.OnceValue(func() []tool {
	return append(slices.Clone(declared), studioLog, prodigyLog, argillaLog, promptfooLog, inspectLog, groundTruthLog, turkTable, studioTable, qualtricsTable,
		tool{form: "raters in the names of columns", melts: ratersInNames},
		tool{form: "objects in the names of columns", melts: objectsInNames},
		tool{form: "raters in numbered columns", melts: ratersInNumbers},
		tool{form: "nested records", is: isNested, reshape: reshapeNested})
})

// input is a file in question and what a tool makes of it.
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
	form    string           // the tool's name
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
	free    bool          // they may have any role, as in a table of no tool
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

// reshape makes one of the three layouts of a table; it returns t itself, and no hint, where no tool takes it.
func reshape(ctx context.Context, t *lookahead, file string, opt Options, tell teller) (*lookahead, *hint, error) {
	names, line := t.header()
	in := &input{lookahead: t, file: file, names: names, line: line, opt: opt, tell: tell}
	for _, l := range tools() {
		if !l.takes(in) {
			continue
		}
		in.hint = hint{form: l.form, known: make(map[string]known), before: slices.Clone(names)}
		if l.keys != "" {
			in.hint.because = fmt.Sprintf("%s was read as %s: it has %s", printable(file), l.form, l.keys)
		}
		in.out = &held{line: line}
		switch err := l.become(ctx, in); {
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

// become turns the file into one of the layouts.
func (l tool) become(ctx context.Context, in *input) error {
	switch {
	case l.melts != nil:
		return in.melt(ctx, l.melts(in))
	case l.reshape != nil:
		return l.reshape(ctx, in, l)
	case l.roles != nil:
		return l.table(ctx, in)
	}
	return l.log(ctx, in)
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

// mayBe reports whether the flags allow a layout whose only columns are named for its attribute and judgment.
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
