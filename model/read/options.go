package read

import (
	"encoding/csv"
	"slices"
	"strings"

	"fms-tui/model"
)

// Options are the flags that say how files are to be read. The zero value leaves everything to the headers.
type Options struct {
	Label        string          // a column that is a label, or a label of a label file (--label)
	MaybeLabel   bool            // the data need not have Label
	OtherLabel   bool            // the requested label is not in the files, such as the label of --label-from
	Also         []string        // labels besides Label (--label, repeated)
	Ordered      []string        // the classes of the label, from low to high (--ordered)
	Layout       string          // Long, ByRater, ByObject; "" or "auto" to find out (--layout)
	ObjectCol    string          // --object-col
	AttributeCol []string        // several are joined by '.' (--attribute-col)
	JudgmentCol  string          // --judgment-col
	RaterCol     string          // --rater-col
	Ignore       []string        // columns to leave out, or globs of such (--ignore-col)
	Scale        []string        // answer words from low to high: the judgments 1, 2, 3 …, or WORD=VALUE; an empty word ends a scale (--scale)
	Missing      []string        // words for a missing value, besides the usual words (--missing)
	Encoding     string          // one of Encodings; "" is UTF-8 (--encoding)
	NameIs       string          // "attribute" or "rater": what each data file's name stands for (--name-is)
	Attributes   []string        // globs: of by-rater and by-object the columns, of long the attributes that are kept; none keeps all (--attributes)
	Pivot        []string        // columns whose cells begin the attribute's name (--pivot)
	Where        []string        // column=value: the rows that are read (--where)
	Records      string          // where the records lie in nested JSON: keys with dots between them (--records)
	TokenPrice   string          // IN,OUT: what a million tokens cost (--token-price)
	Yes          bool            // takes the first reading where several are possible, and says so (--yes)
	labelled     map[string]bool // the objects of files of labels; nil for none
	watch        *watched        // notes the first search; nil where nobody asks
	like         *roles          // of the first of several files: the others are read alike
	learned      bool            // Scale is a predictor's, and not all data need have its words
	several      bool            // files are read: what one holds may differ in the next
	listed       bool            // lists in cells became rows of an object
	database     bool            // rows come from a database: by object, slowly, and without lines that an error could name
	OrderCol     string          // the column that says which judgment of a rater was first, in databases (--order-col)
	SQL          string          // the query that Source.Database runs, for the reading's record (--sql)
	LabelsSQL    string          // the query of labels (--labels-sql)
	Shard        Shard           // the part of the objects that is read (--shard)
	Decimal      string          // "," where decimals follow a comma; "" or "." otherwise (--decimal)
	Columns      []string        // the names of the columns of data files without a header (--columns)
}

// optionField is where options keep what a choice says: a text, or a list of names.
type optionField struct {
	option model.Option
	text   *string
	list   *[]string
	usual  string // a text that says nothing
	as     role   // that it gives the columns it names
	roles  bool   // it says what columns are
}

// names are the columns that a field with a role names.
func (f optionField) names() []string {
	if f.list != nil {
		return *f.list
	}
	return []string{*f.text}
}

// fields are the options that choices set, in the order in which a reading lists them.
func (o *Options) fields() []optionField {
	return []optionField{
		{option: model.OptionLayout, text: &o.Layout, roles: true},
		{option: model.OptionObject, text: &o.ObjectCol, as: objectRole, roles: true},
		{option: model.OptionAttribute, list: &o.AttributeCol, as: attributeRole, roles: true},
		{option: model.OptionJudgment, text: &o.JudgmentCol, as: judgmentRole, roles: true},
		{option: model.OptionRater, text: &o.RaterCol, as: raterRole, roles: true},
		{option: model.OptionPivot, list: &o.Pivot, as: attributeRole, roles: true},
		{option: model.OptionAttributes, list: &o.Attributes, roles: true},
		{option: model.OptionIgnore, list: &o.Ignore, roles: true},
		{option: model.OptionSQL, text: &o.SQL},
		{option: model.OptionLabelsSQL, text: &o.LabelsSQL},
		{option: model.OptionLabel, text: &o.Label, roles: true},
		{option: model.OptionOrdered, list: &o.Ordered},
		{option: model.OptionOrder, text: &o.OrderCol, as: numberingRole, roles: true},
		{option: model.OptionRecords, text: &o.Records},
		{option: model.OptionTokenPrice, text: &o.TokenPrice},
		{option: model.OptionScale, list: &o.Scale},
		{option: model.OptionMissing, list: &o.Missing},
		{option: model.OptionEncoding, text: &o.Encoding, usual: utf8Encoding},
		{option: model.OptionNameIs, text: &o.NameIs},
		{option: model.OptionColumns, list: &o.Columns},
		{option: model.OptionDecimal, text: &o.Decimal, usual: "."},
	}
}

// withoutRoles are the options that say nothing of what columns are.
func (o Options) withoutRoles() Options {
	for _, f := range o.fields() {
		switch {
		case f.roles && f.list != nil:
			*f.list = nil
		case f.roles:
			*f.text = ""
		}
	}
	o.Also, o.Ordered, o.Yes = nil, nil, false
	return o
}

// With returns the options with choices of the user in their place, such as the choices of a [model.Alternative] or
// of a [model.Reading]. Choices that are not about reading change nothing, and files of labels change nothing.
func (o Options) With(choices ...model.Choice) Options {
	o.Where = slices.Clone(o.Where)
	for _, c := range choices {
		switch c.Option {
		case model.OptionWhere:
			o.Where = append(o.Where, c.Value)
		case model.OptionShard:
			o.Shard, _ = ParseShard(c.Value)
		}
		for _, f := range o.fields() {
			switch {
			case f.option != c.Option:
			case f.list != nil:
				*f.list = splitNames(c.Value)
			default:
				*f.text = c.Value
			}
		}
	}
	return o
}

// Like returns the options with those choices of a predictor that they leave open: alike with all of them, unless
// the options say what columns are; plain with those of how cells are written alone. The label is none of these.
func (o Options) Like(before []model.Choice) (alike, plain Options) {
	plain = o
	var columns []model.Choice
	for _, c := range before {
		switch {
		case c.Option == model.OptionScale: // what the predictor knows comes first
			plain.Scale, plain.learned = splitNames(c.Value), true
			if len(o.Scale) > 0 {
				plain.Scale = slices.Concat(plain.Scale, []string{""}, o.Scale)
			}
		case c.Option == model.OptionMissing && o.Missing == nil, c.Option == model.OptionDecimal && o.Decimal != ",":
			plain = plain.With(c)
		default:
			columns = append(columns, c)
		}
	}
	if strings.TrimPrefix(o.Layout, "auto")+o.ObjectCol+o.JudgmentCol+o.RaterCol+o.NameIs+o.Records != "" || len(o.AttributeCol)+len(o.Pivot)+len(o.Columns) > 0 {
		return plain, plain
	}
	return plain.With(columns...), plain
}

// Choices are what the options say: [Options.With] takes them back.
func (o Options) Choices() (said []model.Choice) {
	add := func(option model.Option, value string) {
		if value != "" {
			said = append(said, model.Choice{Option: option, Value: value})
		}
	}
	for _, f := range o.fields() {
		switch {
		case f.list != nil:
			add(f.option, joinNames(*f.list))
		case *f.text != f.usual:
			add(f.option, *f.text)
		}
	}
	for _, condition := range o.Where {
		add(model.OptionWhere, condition)
	}
	add(model.OptionShard, o.Shard.String())
	return said
}

// joinNames is the value of an option that takes a list: names with a comma or a quote are quoted as in CSV.
func joinNames(names []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(names) // a builder takes all
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// columnOf is the value of an option that names a column, or a composite of several.
func columnOf(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return joinNames(names)
}

// splitNames is the list that joinNames joined.
func splitNames(value string) []string {
	names, err := csv.NewReader(strings.NewReader(value)).Read()
	if err != nil {
		return []string{value}
	}
	return names
}

// option is the option that gives a column the role.
func (as role) option() model.Option {
	all := new(Options).fields()
	return all[slices.IndexFunc(all, func(f optionField) bool { return f.as == as })].option
}

// Choices are the options that reproduce this reading of the columns.
func (r *roles) choices(opt Options) []model.Choice {
	column := func(i int) string {
		if i < 0 {
			return ""
		}
		return r.header[i]
	}
	opt.Layout, opt.ObjectCol, opt.JudgmentCol, opt.RaterCol = r.layout, column(r.object), column(r.judgment), column(r.rater)
	if opt.AttributeCol, opt.Pivot = r.namesOf(r.names), nil; r.layout != Long {
		opt.AttributeCol, opt.Pivot = nil, opt.AttributeCol
	}
	opt.Label, opt.Ordered, opt.LabelsSQL = "", nil, "" // no columns of this file alone
	return opt.Choices()
}

// namesOf are the headers of columns.
func (r *roles) namesOf(columns []int) []string {
	return pick(r.header, columns)
}

// GiveRoles are the choices that give columns their roles, with those of others that are about something else.
func GiveRoles(all []model.ColumnRole, others []model.Choice) []model.Choice {
	of := make(map[string][]string)
	for _, c := range all {
		guessed := c.Role == model.RoleNumbering && c.Code != model.ReasonFlag           // the cells say it again
		if !guessed && c.File == all[0].File && !slices.Contains(of[c.Role], c.Column) { // a file of labels has roles of its own
			of[c.Role] = append(of[c.Role], c.Column)
		}
	}
	given := Options{
		ObjectCol: columnOf(of[model.RoleObject]), RaterCol: noColumn, Label: columnOf(of[model.RoleLabel]),
		OrderCol: columnOf(of[model.RoleNumbering]), Ignore: of[model.RoleUnused],
	}
	if judged := of[model.RoleJudgment]; len(judged) > 0 {
		given.Layout, given.AttributeCol, given.JudgmentCol = Long, of[model.RoleAttribute], columnOf(judged)
	}
	if raters := of[model.RoleRater]; len(raters) > 0 {
		given.RaterCol = raters[0]
	}
	kept := slices.DeleteFunc(slices.Clone(others), func(c model.Choice) bool {
		return slices.ContainsFunc(given.fields(), func(f optionField) bool { return f.roles && f.option == c.Option })
	})
	return append(kept, given.Choices()...)
}
