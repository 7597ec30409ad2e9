package read

import (
	"slices"

	"fms-tui/model"
)

// Options are the flags that say how files are to be read. The zero value
// leaves everything to the headers.
type Options struct {
	Label        string   // a column that is a label, or a label of a label file (--label)
	MaybeLabel   bool     // the data need not have Label
	OtherLabel   bool     // the requested label is not in the files, such as the label of --label-from
	Also         []string // labels besides Label (--label, repeated)
	Ordered      []string // the classes of the label, from low to high (--ordered)
	Layout       string   // Long, ByRater, ByObject; "" or "auto" to find out (--layout)
	ObjectCol    string   // --object-col
	AttributeCol []string // several are joined by '.' (--attribute-col)
	JudgmentCol  string   // --judgment-col
	RaterCol     string   // --rater-col
	Ignore       []string // columns to leave out, or globs of such (--ignore-col)
	Missing      []string // words for a missing value, besides the usual words (--missing)
	Encoding     string   // one of Encodings; "" is UTF-8 (--encoding)
	NameIs       string   // "attribute" or "rater": what each data file's name stands for (--name-is)
	Attributes   []string // globs: of by-rater and by-object the columns, of long the attributes that are kept; none keeps all (--attributes)
	Pivot        []string // columns whose cells begin the attribute's name (--pivot)
	Where        []string // column=value: the rows that are read (--where)
	Records      string   // where the records lie in nested JSON: keys with dots between them (--records)
	TokenPrice   string   // IN,OUT: what a million tokens cost (--token-price)
	Yes          bool     // takes the first reading where several are possible, and says so (--yes)
	watch        *watched // notes the first search; nil where nobody asks
	like         *roles   // of the first of several files: the others are read alike
	several      bool     // files are read: what one holds may differ in the next
	database     bool     // rows come from a database: by object, slowly, and without lines that an error could name
	OrderCol     string   // the column that says which judgment of a rater was first, in databases (--order-col)
	SQL          string   // the query that Source.Database runs, for the reading's record (--sql)
	LabelsSQL    string   // the query of labels (--labels-sql)
	plainly      bool     // reads all cells as text, one row after another, for tests
	Shard        Shard    // the part of the objects that is read (--shard)
	Clip         float64  // standard deviations that judgments are moved to at most; 0 leaves them as they are (--clip)
	Decimal      string   // "," where decimals follow a comma; "" or "." otherwise (--decimal)
	Columns      []string // the names of the columns of data files without a header (--columns)
}

// With returns the options with choices of the user in their place, such as the choices
// of an [Alternative] or of a [model.Reading]. Choices that are not about reading
// change nothing, and files of labels change nothing.
func (o Options) With(choices ...model.Choice) Options {
	texts := map[model.Option]*string{
		model.OptionLayout: &o.Layout, model.OptionObject: &o.ObjectCol, model.OptionJudgment: &o.JudgmentCol, model.OptionRater: &o.RaterCol,
		model.OptionLabel: &o.Label, model.OptionRecords: &o.Records, model.OptionTokenPrice: &o.TokenPrice, model.OptionEncoding: &o.Encoding,
		model.OptionOrder: &o.OrderCol, model.OptionSQL: &o.SQL, model.OptionLabelsSQL: &o.LabelsSQL, model.OptionNameIs: &o.NameIs, model.OptionDecimal: &o.Decimal,
	}
	lists := map[model.Option]*[]string{
		model.OptionAttribute: &o.AttributeCol, model.OptionIgnore: &o.Ignore, model.OptionAttributes: &o.Attributes,
		model.OptionOrdered: &o.Ordered, model.OptionPivot: &o.Pivot, model.OptionMissing: &o.Missing, model.OptionColumns: &o.Columns,
	}
	o.Where = slices.Clone(o.Where)
	for _, c := range choices {
		switch {
		case texts[c.Option] != nil:
			*texts[c.Option] = c.Value
		case lists[c.Option] != nil:
			*lists[c.Option] = splitNames(c.Value)
		case c.Option == model.OptionWhere:
			o.Where = append(o.Where, c.Value)
		case c.Option == model.OptionShard:
			o.Shard, _ = ParseShard(c.Value)
		}
	}
	return o
}
