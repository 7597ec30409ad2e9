package read

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"fms-tui/model"
)

// Editor shows what roles make of a file's columns: it holds the file's first rows, at most 4,000
// and 4 MB, and reads them anew, as a file is read, for whatever roles the user tries.
type Editor struct {
	source Source
	rows   *held
	labels []Source
	free   Options
	best   watched // without any role of the user
}

// watched is the first search of a reading, and what it found, best first.
type watched struct {
	search *search
	found  []reading
}

// Edit reads the first rows of q's first file. q.Options say how its cells are written: encoding,
// decimal comma, missing words, records, names of columns. Errors are those of [Open]; moments are
// an *Error.
func Edit(ctx context.Context, q Query) (*Editor, error) {
	s := q.Data[0]
	e := &Editor{source: s, labels: q.Labels, rows: new(held)}
	if s.Database != nil {
		names, rows, err := s.Database.First(searchRows)
		e.rows.names = names
		for _, cells := range rows {
			e.rows.rows = append(e.rows.rows, row{cells: cells})
		}
		return e, err
	}
	errEnough := errors.New("enough rows")
	_, err := s.readTable(q.Options.form(nil), "judgments", func(t table) error {
		look := &lookahead{table: t}
		newBatch(look, searchRows)
		names, line := t.header()
		e.rows = &held{names: slices.Clone(names), line: line, rows: look.rows}
		return errEnough
	})
	if !errors.Is(err, errEnough) {
		return nil, err
	}
	if len(e.rows.rows) == 0 {
		return nil, noRows(s.Name, q.Options)
	}
	return e, ctx.Err()
}

// View returns what becomes of the rows with options: their roles count, and what q.Options of
// [Edit] did not say. With an error, the columns are without roles unless it is one of labels; errors are as [Open] has them;
// where several readings fit, the first is taken.
func (e *Editor) View(ctx context.Context, opt Options) (model.FirstRows, error) {
	if err := e.look(ctx, opt); err != nil {
		return model.FirstRows{}, err
	}
	opt.Yes = true
	c, r, err := e.read(ctx, opt)
	v := model.FirstRows{Behind: math.Inf(1)}
	switch {
	case err != nil && r != nil: // of labels that do not fit
		e.show(&v, c.columns, r.header[r.object])
		return v, err
	case err != nil:
		e.show(&v, nil, "")
		return v, err
	}
	judgments := c.builder.Judgments()
	d, err := c.dataset(1)
	if err != nil {
		return v, err
	}
	e.show(&v, d.Reading.Columns, r.header[r.object])
	v.Objects, v.Attributes, v.Findings = len(d.Objects), len(d.Attributes), d.Warnings
	if v.Objects > 0 && v.Attributes > 0 {
		v.PerCell = float64(judgments) / float64(v.Objects*v.Attributes)
	}
	v.Rows, v.Lost = d.Reading.Rows, d.Reading.Rows-d.Reading.Kept
	v.Choices, v.Behind, v.Others = r.choices(opt), e.behind(r), e.others(r)
	count(&v, d)
	return v, nil
}

// count counts the objects that have a label, and takes the first object's first judgment and its last.
func count(v *model.FirstRows, d *model.Dataset) {
	if len(d.Labels) > 0 {
		for _, y := range d.Labels[0].Values {
			v.Labelled += b2i(!math.IsNaN(y))
		}
	}
	i := slices.IndexFunc(d.Start, func(from int) bool { return from > 0 }) - 1 // the first with judgments
	if i < 0 {
		return
	}
	for _, k := range slices.Compact([]int{0, d.Start[i+1] - 1}) {
		who := ""
		if rater := d.Rater[k]; rater != model.NoRater && !d.IsNameless(int(rater)) {
			who = d.Raters[rater] + " judged "
		}
		v.Judged = append(v.Judged, printable(fmt.Sprintf("%s%s on %s: %v", who, d.Objects[i], d.Attributes[d.Attr[k]], d.Value[k])))
	}
}

// others are the likeliest readings with other objects.
func (e *Editor) others(r *roles) (all []model.Alternative) {
	s, taken := e.best.search, []string{r.header[r.object]}
	for _, d := range e.best.found {
		object := joinNames(s.r.namesOf(d.object))
		if a, ok := s.alternative(d); ok && len(all) < mostOffered-1 && !slices.Contains(taken, object) {
			a.Meaning = list(s.r.namesOf(d.object), "and") + " as the object"
			taken, all = append(taken, object), append(all, a)
		}
	}
	return all
}

// read reads the rows.
func (e *Editor) read(ctx context.Context, opt Options) (*collector, *roles, error) {
	c := newCollector(opt)
	c.limits, opt.database = e.source.Limits, e.source.Database != nil
	files, names, err := c.readLabelFiles(ctx, e.labels, &opt)
	if err != nil {
		return nil, nil, err
	}
	rows := &held{names: e.rows.names, line: e.rows.line, rows: slices.Clone(e.rows.rows)}
	r, err := c.readTable(ctx, e.source, rows, opt, opt, names)
	if err != nil {
		return nil, nil, err
	}
	c.tell(r)
	return c, r, c.settleAll(files, r, opt)
}

// look searches once for the readings without any role of the user. A reading that fails later is
// one all the same.
func (e *Editor) look(ctx context.Context, opt Options) error {
	free := opt.withoutRoles()
	if e.best.search != nil && fmt.Sprint(free) == fmt.Sprint(e.free) {
		return nil
	}
	e.free, e.best = free, watched{}
	free.watch = &e.best
	if _, _, err := e.read(ctx, free); e.best.search == nil {
		return err // no column was looked at
	}
	return nil
}

// behind is how far a reading is behind the best.
func (e *Editor) behind(r *roles) float64 {
	s := e.best.search
	columns := func(names ...string) (list []int) {
		for _, name := range names {
			if i := slices.Index(s.r.header, name); i >= 0 && !slices.Contains(list, i) {
				list = append(list, i)
			}
		}
		slices.Sort(list)
		return list
	}
	d := reading{object: columns(r.header[r.object]), attribute: columns(r.namesOf(r.names)...)}
	if len(d.object) == 0 {
		d.object = columns(splitNames(r.header[r.object])...)
	}
	if r.rater >= 0 {
		d.rater = columns(r.header[r.rater])
	}
	if len(e.best.found) == 0 || len(d.object) == 0 || len(d.base()) > len(setOf()) {
		return math.Inf(1)
	}
	d, ok := s.weigh(d)
	if !ok {
		return math.Inf(1)
	}
	return max(0, e.best.found[0].score-d.score)
}

// show enters the columns of the search, in the roles that are known of them. Each part of a
// composite object is the object.
func (e *Editor) show(v *model.FirstRows, known []model.ColumnRole, object string) {
	s := e.best.search
	for i, h := range s.r.header {
		name := h
		if !slices.Contains(s.r.header, object) && slices.Contains(splitNames(object), h) {
			name = object
		}
		c := model.ColumnRole{File: e.source.Name, Role: unused.String()}
		if n := slices.IndexFunc(known, func(k model.ColumnRole) bool { return k.Column == name }); n >= 0 {
			c = known[n]
		}
		c.Column = h
		var examples []string
		for _, text := range s.columns[i].texts[:min(3, s.columns[i].levels)] {
			examples = append(examples, printable(shorten(text)))
		}
		v.Columns, v.Examples = append(v.Columns, c), append(v.Examples, examples)
	}
}
