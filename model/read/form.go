package read

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"fms-tui/model"
)

// form is how the cells of a file are written, as far as flags say so.
type form struct {
	encoding string   // --encoding
	comma    bool     // --decimal ','
	missing  []string // --missing
	ids      []string // columns that hold ids
	records  string   // --records
	columns  []string // --columns
	part     string   // of the file: a sheet, a file in a zip; "" for what is found first
	limits   Limits
	size     int64 // of the file; 0 where nobody knows
	// tell takes what the user should hear about a file; nil for nobody.
	tell teller
}

// The values of --encoding.
const (
	utf8Encoding = "utf-8"
	windows1252  = "windows-1252"
)

// Encodings lists the values of --encoding, which are names of the web's standard; "" is the first.
func Encodings() []string {
	return []string{utf8Encoding, windows1252, "latin1", "windows-1251", "shift_jis", "gb18030", "big5", "euc-kr"}
}

func (opt Options) form(c *collector) form {
	f := form{encoding: opt.Encoding, comma: opt.Decimal == ",", missing: opt.Missing, records: opt.Records, columns: opt.Columns}
	f.ids = append(splitNames(opt.ObjectCol), slices.Concat([]string{opt.RaterCol}, opt.AttributeCol, opt.Pivot)...)
	if c != nil {
		f.tell = c.warnOnce
	}
	return f
}

// cells returns t with its cells written as the program writes them: decimal points, and nothing for what --missing
// names. Semicolons between cells are what programs write where numbers have decimal commas.
func (f form) cells(t table, file string, semicolons bool) table {
	if f.comma || semicolons {
		names, _ := t.header()
		look := &lookahead{table: t}
		look.look()
		d := &decimals{file: file, form: f, names: names, columns: make([]decimalColumn, len(names))}
		d.findThousands(look.rows)
		t = eachCell(look, d.decimal, d.say)
	}
	if len(f.missing) > 0 {
		t = newEmptied(t, f.missing, f.ids)
	}
	return t
}

// parts are the parts of a file that are asked for: the one with the name, which may lack folders, or all.
func (f form) parts(file string, all []string) ([]string, error) {
	if f.part == "" {
		return all, nil
	}
	for _, name := range all {
		if strings.EqualFold(name, f.part) || strings.EqualFold(path.Base(name), f.part) {
			return []string{name}, nil
		}
	}
	return nil, &Error{File: file, Message: fmt.Sprintf("has no part %s: there are %s", quote(f.part), listSome(all))}
}

// decimals reads numbers that may have decimal commas. A column has them in all of its numbers or
// in none: "1,500" beside "2.5" could mean anything.
type decimals struct {
	file    string
	form    form
	names   []string
	columns []decimalColumn
}

// decimalColumn is the line of the first number with a comma, and with a point; thousands where points
// stand between thousands.
type decimalColumn struct {
	comma, point int
	thousands    bool
}

// groupedNumber is a number with points between thousands.
var groupedNumber = model.Pattern(`^[-+]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$`)

// findThousands finds the columns of which all numbers with a point have it between thousands, where other
// numbers have decimal commas, or where many have it and whole numbers beside them have none.
func (d *decimals) findThousands(rows []row) {
	const many = 8
	commas, doubtful := d.form.comma, make([]bool, len(d.columns))
	for i := range d.columns {
		grouped, whole, others := make(map[string]bool), 0, 0
		for _, r := range rows {
			switch c := trim(r.cells[i]); {
			case groupedNumber().MatchString(c):
				grouped[c] = true
			case strings.Contains(c, "."):
				others++
			case isDecimal(strings.Replace(c, ",", "", 1)):
				commas = commas || strings.Contains(c, ",")
				whole++
				others += b2i(len(c) > len("999"))
			}
		}
		d.columns[i].thousands = len(grouped) > 0 && others == 0
		doubtful[i] = len(grouped) < many || whole == 0
	}
	for i, doubt := range doubtful {
		d.columns[i].thousands = d.columns[i].thousands && (commas || !doubt)
	}
}

// decimal writes a number with a decimal point, and leaves other cells as they are.
func (d *decimals) decimal(cell string, column, line int) (string, error) {
	c, first := trim(cell), &d.columns[column]
	switch {
	case first.thousands && groupedNumber().MatchString(c):
		return strings.NewReplacer(".", "", ",", ".").Replace(c), nil
	case !strings.ContainsAny(c, ".,") || !isDecimal(strings.ReplaceAll(c, ",", "")) || isTime(c):
		return cell, nil
	case strings.Contains(c, ","):
		first.comma = cmp.Or(first.comma, line)
	default:
		first.point = cmp.Or(first.point, line)
	}
	e := &Error{File: d.file, Line: line, Column: d.names[column], Value: c}
	switch {
	case first.point == 0 && strings.Count(c, ",") == 1 && !strings.Contains(c, "."):
		return strings.Replace(c, ",", ".", 1), nil
	case first.comma == 0 && !d.form.comma:
		return c, nil
	case first.point == 0 || d.form.comma:
		e.Message = "is not written with one comma before the decimals: write it without a point, or a separator between thousands"
	default:
		e.Message = fmt.Sprintf("stands in a column that has numbers with a comma (line %d) and with a point (line %d): write all of them alike", first.comma, first.point)
	}
	return "", e
}

// say tells once which columns had decimal commas where no flag said so.
func (d *decimals) say() {
	if d.form.comma || d.form.tell == nil {
		return
	}
	var with, grouped []string
	for i, c := range d.columns {
		if c.comma > 0 {
			with = append(with, quote(d.names[i]))
		}
		if c.thousands {
			grouped = append(grouped, quote(d.names[i]))
		}
	}
	if len(grouped) > 0 {
		d.form.tell(model.CodeDecimalComma, fmt.Sprintf("%s: points in the numbers of %s were read as between thousands", printable(d.file), strings.Join(grouped, ", ")))
	}
	if len(with) > 0 {
		d.form.tell(model.CodeDecimalComma, fmt.Sprintf("%s: commas in the numbers of %s were read as decimal commas",
			printable(d.file), strings.Join(with, ", ")), model.Choose(model.OptionDecimal, ",", "confirms this reading and removes this note"))
	}
}
