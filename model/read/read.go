package read

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"fms-tui/model"
)

// judgments reads data files and label files into one data set. Where the first data
// file holds moments, it returns these and no data set.
func judgments(ctx context.Context, q Query) (*Found, *Moments, error) {
	data, labels, opt := q.Data, q.Labels, q.Options
	opt.several = len(data) > 1
	c := newCollector(opt)
	c.name, c.meter = dataName(data), q.Meter
	files, names, err := c.readLabelFiles(ctx, labels, &opt)
	if err != nil {
		return nil, nil, err
	}
	if q.Part != nil && len(data) == 1 {
		c.parts = &parts{size: q.PartSize, take: q.Part, seed: maphash.MakeSeed(), seen: make(map[uint64]struct{}), files: files, scattered: q.Scattered}
	}
	var first *roles
	asked := opt
	for _, s := range data {
		r, moments, err := c.read(ctx, s, asked, opt, names)
		if err != nil {
			return nil, nil, err
		}
		if moments != nil && first != nil {
			return nil, nil, &Error{File: s.Name, Message: fmt.Sprintf(
				"holds moments, and %s judgments: write its moments too (fms-tui lab moments %s -o FILE) and open both files of moments",
				printable(data[0].Name), ShellWords([]string{data[0].Name}))}
		}
		if moments != nil {
			return nil, moments, nil
		}
		if first == nil {
			first = r
			opt.Layout = r.layout
			asked.like = r
			opt.like = r
		}
	}
	if err := c.settleAll(files, first, opt); err != nil {
		return nil, nil, err
	}
	d, err := c.dataset(len(data))
	if err != nil {
		return nil, nil, err
	}
	if opt.Yes { // a question may have been answered
		opt.Attributes = first.opt.Attributes
	}
	d.Reading.Layout = first.layout
	opt.Scale = c.scale // of fewer words another scale might come first
	d.Reading.Choices = append(first.choices(opt), labelChoices(labels, opt)...)
	return &Found{Dataset: d}, nil, nil
}

// settleAll settles what only all files together tell: labels, options of questions, and flags that name nothing.
func (c *collector) settleAll(files []*labelFile, first *roles, opt Options) error {
	c.sameFile()
	for _, f := range files {
		c.tell(f.roles)
		c.sources = append(c.sources, f.source)
		if err := f.apply(c); err != nil {
			return err
		}
		if err := f.tellStrangers(c); err != nil {
			return err
		}
	}
	if err := c.settle(); err != nil {
		return err
	}
	if p := c.parts; p != nil && p.n > 0 {
		if err := c.settledLabels(first.file); err != nil {
			return err
		}
	}
	c.leaveDefective()
	c.fillOptions()
	return c.check(first, opt)
}

// readLabelFiles reads the files of --labels and returns their labels. They come before
// labels of the data files: the user asked for them. opt learns their first objects.
func (c *collector) readLabelFiles(ctx context.Context, labels []Source, opt *Options) (files []*labelFile, names []string, err error) {
	for _, s := range labels {
		s.meter = c.meter
		f, err := readLabels(ctx, s, *opt, "labels")
		if err != nil {
			return nil, nil, err
		}
		files = append(files, f)
		for _, r := range f.rows[:min(len(f.rows), mostLabelled)] {
			if opt.labelled == nil {
				opt.labelled = make(map[string]bool)
			}
			opt.labelled[trim(r.cells[f.object])] = true
		}
		for _, i := range f.roles.labels {
			names = append(names, f.labelName(i))
		}
	}
	for _, n := range names {
		c.label(n)
	}
	return files, names, nil
}

// mostLabelled is how many objects of a file of labels the search may know.
const mostLabelled = 100_000

func labelChoices(labels []Source, opt Options) []model.Choice {
	var list []model.Choice
	for i, s := range labels {
		c := model.Choice{Option: model.OptionLabelFile, Value: s.Name}
		if opt.LabelsSQL != "" && i == len(labels)-1 {
			c = model.Choice{Option: model.OptionLabelsSQL, Value: opt.LabelsSQL}
		}
		list = append(list, c)
	}
	if opt.Label != "" {
		list = append(list, model.Choice{Option: model.OptionLabel, Value: opt.Label})
	}
	return list
}

// read adds one data file, or returns the moments that it holds. asked are the flags
// as the user gave them, opt with the layout of the first file.
func (c *collector) read(ctx context.Context, s Source, asked, opt Options, fileLabels []string) (*roles, *Moments, error) {
	c.limits, c.checked, s.meter = s.Limits, 0, c.meter
	s, err := s.inOrder(c, asked, fileLabels)
	if err != nil {
		return nil, nil, err
	}
	opt.database = s.Database != nil
	var r *roles
	from, moments, err := s.read(opt.form(c), func(t table) (err error) {
		r, err = c.readTable(ctx, s, t, asked, opt, fileLabels)
		return err
	})
	if err != nil || moments != nil {
		return nil, moments, err
	}
	c.tell(r)
	c.sources = append(c.sources, from)
	return r, nil, nil
}

// readTable adds the table of a file.
func (c *collector) readTable(ctx context.Context, s Source, t table, asked, opt Options, fileLabels []string) (*roles, error) {
	left := 0
	without, _ := t.(*emptied)
	first := &lookahead{table: t}
	if s.Database == nil {
		first.joinHeader(s.Name, c.warnOnce)
		first.fillDown(s.Name, c.warnOnce)
	}
	if unpacked, _, _ := unpackLists(first, s.Name, opt, true, c.warnOnce); unpacked != nil {
		first = unpacked
	}
	t, conditions := where(s.moreColumns(first, opt), opt.Where, &left)
	look, h, err := reshape(ctx, &lookahead{table: t}, s.Name, asked, c.warnOnce)
	if err != nil {
		return nil, err
	}
	if len(conditions) > 0 {
		t, unknown := where(look, conditions, &left)
		if names, _ := look.header(); len(unknown) > 0 {
			return nil, noCondition(s.Name, unknown[0], names)
		}
		look = &lookahead{table: t}
	}
	if h != nil && len(opt.Missing) > 0 {
		without = newEmptied(look, opt.Missing, opt.form(nil).ids)
		look = &lookahead{table: without}
	}
	if h == nil {
		look = openCells(look, s.Name, &opt, c.split, c.warnOnce)
	}
	look, answers := readAnswers(look, s.Name, opt, h, c.warnOnce)
	r, err := likeliestRoles(s.Name, look, &opt, fileLabels, h, c.warnOnce)
	if err != nil {
		return nil, err
	}
	if without != nil {
		r.keepIDs(without, look.rows)
	}
	r.split = c.split
	if r, look, err = r.splitChoices(ctx, look, opt, fileLabels, c.warnOnce); err != nil {
		return nil, err
	}
	if r.hint != nil {
		for _, o := range r.hint.options {
			c.split[o.question] = true
		}
	}
	alike := r.unknownScale(look.rows)
	r.answers = answers
	addScales(c, r)
	in := &inShard{shard: opt.Shard, column: r.object}
	if err := c.readRows(ctx, look, in, r); err != nil {
		return nil, err
	}
	tellUnknownScale(r, alike, c.warnOnce)
	c.left = addDropped(c.left, "row that no condition asks for", left)
	c.left = addDropped(c.left, "row of another shard", in.left)
	return r, nil
}

// addScales adds scales of columns that a file uses to those that the user said, each once.
func addScales(c *collector, r *roles) {
	for _, name := range slices.Sorted(maps.Keys(r.answers)) {
		if i := slices.Index(r.header, name); i >= 0 && r.role[i] == unused {
			continue
		}
		a := r.answers[name]
		list, known := a.list(), false
		if a.writing != nil {
			known, _ = a.writing.isOwn(c.scale, a.words)
		}
		if at := "," + joinNames(c.scale) + ","; len(list) > 0 && !known && !strings.Contains(at, ","+joinNames(list)+",") {
			if len(c.scale) > 0 {
				c.scale = append(c.scale, "")
			}
			c.scale = append(c.scale, list...)
		}
	}
}

// openCells makes columns of the objects in cells, and rows of the lists. It notes in opt and split what
// the lists say of the layout, and which columns are answers in words.
func openCells(t *lookahead, file string, opt *Options, split map[string]bool, tell teller) *lookahead {
	t = openObjects(t, file)
	if opt.Layout != "" && opt.Layout != "auto" && opt.Layout != ByObject {
		return t
	}
	unpacked, words, beside := unpackLists(t, file, *opt, false, tell)
	if unpacked == nil {
		return t
	}
	opt.listed = true
	if names, _ := unpacked.header(); !beside && opt.AttributeCol == nil && opt.RaterCol == "" && packedColumn(names, attributeRole) < 0 {
		opt.Layout = ByObject
	}
	for _, name := range words {
		split[name] = true
	}
	return unpacked
}

// likeliestRoles assigns every column its role. Where several readings are possible and the user takes
// the first, opt has its choices then.
func likeliestRoles(file string, t *lookahead, opt *Options, fileLabels []string, h *hint, tell teller) (*roles, error) {
	const most = 3 // questions of one file
	for n := 0; ; n++ {
		r, err := findRoles(file, t, *opt, fileLabels, h)
		ambiguous, is := errors.AsType[*AmbiguousError](err)
		if !opt.Yes || n == most || !is {
			return r, err
		}
		first := ambiguous.Readings[0]
		*opt = opt.With(first.Choices...)
		message := fmt.Sprintf("%s can be read in %d ways: %s; taken was the first: %s", printable(file), len(ambiguous.Readings), ambiguous.Problem, first.Meaning)
		var others []model.Choice
		if len(ambiguous.Readings) > 1 {
			others = slices.DeleteFunc(slices.Clone(ambiguous.Readings[1].Choices), func(c model.Choice) bool { return slices.Contains(first.Choices, c) })
		}
		if last := len(others) - 1; last >= 0 {
			others[last].Does = []string{"together choose another", "chooses another"}[b2i(last == 0)]
		}
		tell(model.CodeFirstReading, message, others...)
	}
}

// moreColumns adds the columns that options make: the name of the file, the number of the row.
func (s Source) moreColumns(t table, opt Options) table {
	if opt.NameIs != "" {
		name := dataName([]Source{s})
		t = extended(t, opt.NameIs, func([]string) string { return name })
	}
	if names, _ := t.header(); opt.ObjectCol == rowNumber && !slices.Contains(names, rowNumber) {
		row := 0
		t = extended(t, rowNumber, func([]string) string { row++; return strconv.Itoa(row) })
	}
	return t
}

// readRows reads the rows of a file whose columns have their roles.
func (c *collector) readRows(ctx context.Context, t table, in *inShard, r *roles) error {
	judgments, blank, missing := c.builder.Judgments(), c.blank+c.totals, c.missing
	judged := newCells(r, c)
	c.here, c.ahead = 0, 0
	switch {
	case c.parts != nil:
		c.parts.cells = judged
	case judgments == 0:
		c.ahead = c.meter.Progress().Bytes + 1<<20 // are read behind the rows that were looked at before more is foretold
	}
	one := new(row)
	err := eachRow(ctx, t, func(cells []string, line int) error {
		if !in.has(cells) {
			return nil
		}
		*one = row{cells, line}
		if err := judged.add(one); err != nil {
			return r.ofObject(err, cells)
		}
		return c.counted(r, line)
	})
	if err != nil {
		return err
	}
	rows := c.here
	if rows == 0 {
		return noRows(r.file, r.opt)
	}
	if err := judged.finish(); err != nil {
		return err
	}
	if c.builder.Judgments() == judgments && !c.handedOn() {
		return r.noJudgment()
	}
	kept := rows - (c.blank + c.totals - blank)
	if r.layout == Long {
		kept -= c.missing - missing
	} else {
		c.missingCells += c.missing - missing
	}
	if h := r.hint; h != nil && h.form != "" {
		if h.asIs {
			h.rows, h.kept = rows, kept
		}
		rows, kept = h.rows, h.kept
		for _, d := range h.dropped {
			c.left = addDropped(c.left, d.Reason, d.Count)
		}
		if !slices.Contains(c.forms, h.form) {
			c.forms = append(c.forms, h.form)
		}
	}
	c.rows += rows
	c.kept += kept
	return nil
}

// counted counts a row of the file at hand that was added.
func (c *collector) counted(r *roles, line int) error {
	c.here++
	c.meter.row(c.rows + c.here)
	if c.here%rowsBetween == 0 && c.ahead > 0 {
		expectJudgments(c)
	}
	return c.checkKept(r.file, line)
}

// expectJudgments makes room for the judgments of the rest of a file, if it goes on as it began. Until the rows
// that were looked at are added, the bytes that are read say nothing of that.
func expectJudgments(c *collector) {
	p := c.meter.Progress()
	if p.Bytes < c.ahead {
		return
	}
	c.ahead = 0
	if share := p.Share(); share > 0 {
		c.builder.Expect(int(min(float64(c.limits.Most("judgments")), 1.06*float64(c.builder.Judgments())/share))) // some to spare
	}
}

// noJudgment explains a file that was read whole and gave nothing.
func (r *roles) noJudgment() error {
	if r.layout == Long {
		return &Error{File: r.file, Column: r.header[r.judgment], Message: "holds no judgment, every cell is missing: " + accepted}
	}
	if r.hint != nil {
		var why []string
		for i, h := range r.header {
			if r.role[i] == unused && (r.why[i].code == model.ReasonText || r.why[i].code == model.ReasonEmpty) {
				why = append(why, fmt.Sprintf("%s %s", plainOrQuoted(h), r.why[i].text))
			}
		}
		return &Error{File: r.file, Message: fmt.Sprintf("holds no judgment: no answer is a number, true or false, or names options; %s", strings.Join(why[:min(len(why), 3)], ", "))}
	}
	inOrder := model.Choose(model.OptionScale, "LOW,MID,HIGH", "makes judgments of answer words")
	if len(r.order) > 0 {
		inOrder = orderedWords(r.order)
	}
	return &Error{
		File: r.file, Message: fmt.Sprintf("holds no judgment, no column of attributes has a number in it: read as %s, the columns are %s; "+
			"the long layout needs columns for attribute and judgment", r.layout, listSome(r.header)),
		Remedies: []model.Choice{model.Choose(model.OptionAttribute, "", "and its like name them"), inOrder},
	}
}

// tell enters the columns of a file into the reading.
func (c *collector) tell(r *roles) {
	for _, f := range r.doubts {
		c.warnOnce(f.Code, f.Message, f.Remedies...)
	}
	for i, h := range r.header {
		c.columns = append(c.columns, model.ColumnRole{
			File: r.file, Column: h, Role: r.role[i].String(), Code: r.why[i].code, Reason: r.why[i].text, Remedy: r.why[i].remedy,
			Label: r.role[i] == unused && r.mayLabel[i] && (r.why[i].code == model.ReasonNumbers || r.why[i].code == model.ReasonText),
		})
	}
	for _, d := range r.decided {
		if !slices.ContainsFunc(c.decided, d.Equal) {
			c.decided = append(c.decided, d)
		}
	}
	if r.hint != nil {
		c.before = append(c.before, r.hint.before...)
	}
}

// dataset builds what was collected of some files, the last part of it where it is handed on in parts.
func (c *collector) dataset(files int) (*model.Dataset, error) {
	c.tellLabels()
	d, err := c.lastPart()
	if err != nil {
		return nil, err
	}
	d.Sources = c.sources
	d.Reading = model.Reading{Form: strings.Join(c.forms, ", "), Columns: c.columns, Rows: c.rows, Kept: c.kept, Dropped: c.dropped()}
	if c.missingCells > 0 {
		d.Reading.DroppedCells = []model.Dropped{{Reason: missingJudgment, Count: c.missingCells}}
	}
	d.Reading.Because = c.decided
	c.setPrices(d)
	c.setCalls(d)
	tellFiles(d, files, c.warnOnce)
	tellSimilar(d.Objects, c.warnOnce)
	d.Warnings = c.warnings
	return d, nil
}

// tellSimilar tells of ids that say the same in other letters: of one object there would be two, which also
// would be held out apart.
func tellSimilar(objects []string, tell teller) {
	first, n, example := make(map[string]string, len(objects)), 0, ""
	for _, id := range objects {
		key := meantBy(id)
		if other, known := first[key]; !known {
			first[key] = id
		} else if n++; n == 1 {
			example = quote(other) + " and " + quote(id)
		}
	}
	if n > 0 {
		tell(model.CodeSimilarObjects, fmt.Sprintf("%s differ from another object in capitals, blanks, accents or digits alone, such as %s: write them alike if they are one", counted(n, "object"), example))
	}
}

// meantBy is the same for ids that differ in capitals, blanks, accents or digits alone.
func meantBy(id string) string {
	key := strings.ToLower(norm.NFC.String(strings.Join(strings.Fields(id), " ")))
	if v, k := parseValue(key); k == number {
		key = formatNumber(v)
	}
	return key
}

// tellFiles tells that each file may be of one rater: all judged the same objects, each once.
func tellFiles(d *model.Dataset, files int, tell teller) {
	if files < 2 || d.NamedRaters() > 0 {
		return
	}
	if s := d.Summary(); s.Most == files && 5*s.Judgments > 4*files*s.Cells {
		tell(model.CodeRaterColumns, fmt.Sprintf("each of %d files judges the objects once", files),
			model.Choose(model.OptionNameIs, nameIsRater, "makes a rater of each, if it is one's"))
	}
}
