package read

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fms-tui/model"
)

// raterInName finds a rater in a header: "Human 1 RE", "relevance_rater1",
// "fluency (rater 3)".
var raterInName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[\s._-])\(?((?:rater|annotator|assessor|evaluator|worker|coder|judge|participant|expert|human)[\s._-]?\d+)\)?(?:$|[\s._-])`)
})

// onlyJudgment is the attribute of columns whose names are raters and nothing
// else.
const onlyJudgment = "judgment"

// raterColumn is a column of one rater's judgments of one attribute.
type raterColumn struct {
	column           int
	rater, attribute string
}

// raterColumns returns the columns that name their raters, two raters at least.
func (in *input) raterColumns() []raterColumn {
	var columns []raterColumn
	raters := make(map[string]string) // as first written
	for i, name := range in.names {
		m := raterInName().FindStringSubmatchIndex(name)
		if m == nil || in.isNamed(name) {
			continue
		}
		written := name[m[2]:m[3]]
		key := simplify(written)
		if raters[key] == "" {
			raters[key] = written
		}
		columns = append(columns, raterColumn{i, raters[key], attributeOf(name[:m[0]], name[m[1]:])})
	}
	if len(raters) < 2 {
		return nil
	}
	return columns
}

// attributeOf joins what stands before and behind a rater's name.
func attributeOf(before, behind string) string {
	const separators = " \t._-:"
	before, behind = strings.Trim(before, separators), strings.Trim(behind, separators)
	switch {
	case before == "" && behind == "":
		return onlyJudgment
	case before == "" || behind == "":
		return before + behind
	}
	return before + "_" + behind
}

// isByColumn: without a column of raters, and with numbers in the columns that
// name them.
func isByColumn(in *input) bool {
	columns := in.raterColumns()
	if columns == nil || !in.mayBe(ByRater, "", "") || in.opt.Layout == ByRater && in.opt.RaterCol == "" ||
		in.opt.RaterCol != "" && in.column(strings.TrimSpace(in.opt.RaterCol)) >= 0 {
		return false
	}
	for _, name := range in.names {
		if c := claimOf(name); c.role == raterRole && c.strength <= fair || c.role == eitherRole {
			return false
		}
	}
	profiles := in.sample()
	return slices.ContainsFunc(columns, func(c raterColumn) bool { return profiles[c.column].numbers > 0 })
}

// byColumn turns a row of one object into one row a rater.
type byColumn struct {
	in         *input
	plain      []int
	raters     []string
	attributes []string
	at         map[[2]int]int // the column of a rater and an attribute
	spoke      map[int]bool   // raters with any judgment
}

// reshapeByColumn makes rows by-rater of columns that name their raters.
func reshapeByColumn(ctx context.Context, in *input) error {
	b := &byColumn{in: in, at: make(map[[2]int]int), spoke: make(map[int]bool)}
	from, raters, attributes := make(map[string][]string), index{}, index{}
	judged := make(map[int]bool)
	for _, c := range in.raterColumns() {
		judged[c.column] = true
		from[c.attribute] = append(from[c.attribute], in.names[c.column])
		cell := [2]int{raters.of(c.rater, &b.raters), attributes.of(c.attribute, &b.attributes)}
		if other, taken := b.at[cell]; taken {
			return &Error{
				File: in.file, Line: in.line, Message: fmt.Sprintf("columns %s and %s both hold %s by the rater %s: rename one",
					plainOrQuoted(in.names[other]), plainOrQuoted(in.names[c.column]), plainOrQuoted(c.attribute), plainOrQuoted(c.rater)),
				Remedies: []model.Remedy{model.Choose(model.OptionIgnore, "", "leaves one out")},
			}
		}
		b.at[cell] = c.column
	}
	b.plain = slices.DeleteFunc(places(in.names), func(i int) bool { return judged[i] })
	for _, i := range b.plain {
		in.addFor(in.names[i], noRole, why{})
	}
	in.add(freshName("rater", in.out.names, nil), raterRole, "from the names of the columns: "+listSome(b.raters))
	for _, a := range b.attributes {
		in.add(freshName(a, in.out.names, nil), attributeRole, "from "+listSome(from[a]))
	}
	in.hint.layout, in.hint.open = ByRater, true
	in.tell(model.CodeRaterColumns, fmt.Sprintf("%s: the raters %s were found in the names of columns",
		printable(in.file), listSome(b.raters)), model.Choose(model.OptionLayout, ByRater, "takes every column for an attribute of its own"))
	err := in.each(ctx, b.add)
	b.tellSilent()
	return err
}

// tellSilent tells which raters judged nothing: no row has their names.
func (b *byColumn) tellSilent() {
	var silent []string
	for rater, name := range b.raters {
		if !b.spoke[rater] {
			silent = append(silent, name)
		}
	}
	if len(silent) > 0 {
		b.in.tell(model.CodeSilentRaters, fmt.Sprintf("%s: the columns of %s hold no judgment: left out", printable(b.in.file), listSome(silent)))
	}
}

// index holds where names are in a list.
type index map[string]int

// of returns where a name is in the list, at its end if it is new.
func (x index) of(name string, list *[]string) int {
	i, known := x[name]
	if !known {
		i = len(*list)
		x[name] = i
		*list = append(*list, name)
	}
	return i
}

// add makes a row for each rater with a judgment. Without any judgment it makes one
// row, because the object and its labels still count.
func (b *byColumn) add(cells []string, line int) error {
	if blank(cells) {
		b.in.hint.drop("empty row", 1)
		return nil
	}
	b.in.hint.kept++
	made := false
	for rater, name := range b.raters {
		judged := make([]string, len(b.attributes))
		any := false
		for a := range b.attributes {
			if column, has := b.at[[2]int{rater, a}]; has {
				judged[a] = cells[column]
				any = any || !isMissing(trim(judged[a]))
			}
		}
		b.spoke[rater] = b.spoke[rater] || any
		if !any && (made || rater < len(b.raters)-1) {
			continue
		}
		made = true
		b.in.out.rows = append(b.in.out.rows, row{slices.Concat(pick(cells, b.plain), []string{name}, judged), line})
	}
	return nil
}
