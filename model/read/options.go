package read

// Options are the flags that say how files are to be read. The zero value
// leaves everything to the headers.
type Options struct {
	Label        string   // a column that is a label, or a label of a label file (--label)
	MaybeLabel   bool     // the data need not have Label
	OtherLabel   bool     // a label is asked for that the files do not have, such as that of --label-from
	Layout       string   // Long, ByRater, ByObject; "" or "auto" to find out (--layout)
	ObjectCol    string   // --object-col
	AttributeCol []string // several are joined by '.' (--attribute-col)
	JudgmentCol  string   // --judgment-col
	RaterCol     string   // --rater-col
	Ignore       []string // columns to leave out, or globs of such (--ignore-col)
	Missing      []string // words for a missing value, besides the usual ones (--missing)
	Encoding     string   // one of Encodings; "" is UTF-8 (--encoding)
	NameIs       string   // "attribute" or "rater": what each data file's name stands for (--name-is)
	Attributes   []string // globs: of by-rater and by-object the columns, of long the attributes that are kept; none keeps all (--attributes)
	Pivot        []string // columns whose cells begin the attribute's name (--pivot)
	Where        []string // column=value: the rows that are read (--where)
	Records      string   // where the records lie in nested JSON: keys with dots between them (--records)
	TokenPrice   string   // IN,OUT: what a million tokens cost (--token-price)
	several      bool     // files are read: what one holds may differ in the next
	Decimal      string   // "," where decimals follow a comma; "" or "." otherwise (--decimal)
}
