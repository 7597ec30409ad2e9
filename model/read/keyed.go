package read

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model"
)

// keyedColumn is a column of a small table that goes with the data: of prices, of sheets or of objects to be judged.
type keyedColumn struct {
	name  string
	find  func(header []string) int // its place by other names; nil for none
	empty string                    // what a row without the cell lacks; "" where it and the column may be lacking
}

// keyedRow are the cells of a small table's row.
type keyedRow struct {
	file   string
	line   int
	header []string
	cells  []string
	at     []int // the places of the columns, -1 for none
}

// cell is the cell of a column, trimmed and not part of a longer string.
func (r *keyedRow) cell(column int) string {
	if r.at[column] < 0 {
		return ""
	}
	return strings.Clone(strings.TrimSpace(r.cells[r.at[column]]))
}

// wrong is the error about the cell of a column.
func (r *keyedRow) wrong(column int, message string) error {
	return &Error{File: r.file, Line: r.line, Column: r.header[r.at[column]], Value: r.cell(column), Message: message}
}

// price is the price in a cell.
func (r *keyedRow) price(column int) (model.Amount, error) {
	p, err := model.ParsePrice(r.cell(column))
	if err != nil {
		err = r.wrong(column, strings.TrimPrefix(err.Error(), strconv.Quote(r.cell(column))+" "))
	}
	return p, err
}

// eachKeyed calls use for every row of a small table, of which there is one at least, that is not
// blank. what says what the table is.
func (s Source) eachKeyed(ctx context.Context, what string, columns []keyedColumn, use func(r *keyedRow) error) error {
	rows := 0
	_, err := s.readTable(form{}, what, func(t table) error {
		r := &keyedRow{file: s.Name}
		r.header, r.line = t.header()
		var needed, lacking []string
		for _, c := range columns {
			i := slices.IndexFunc(r.header, func(name string) bool { return simplify(name) == c.name })
			if c.find != nil {
				i = c.find(r.header)
			}
			if r.at = append(r.at, i); c.empty != "" {
				if needed = append(needed, c.name); i < 0 {
					lacking = append(lacking, c.name)
				}
			}
		}
		if lacking != nil {
			return &Error{File: s.Name, Line: r.line, Message: fmt.Sprintf("is not %s: its header needs %s, found are %s", what, list(needed, "and"), listSome(r.header))}
		}
		return eachRow(ctx, t, func(cells []string, line int) error {
			if blank(cells) {
				return nil
			}
			rows++
			r.cells, r.line = cells, line
			for i, c := range columns {
				if c.empty != "" && r.cell(i) == "" {
					return r.wrong(i, "is empty: "+c.empty)
				}
			}
			return use(r)
		})
	})
	if err == nil && rows == 0 {
		err = noRows(s.Name, Options{})
	}
	return err
}

// attributeColumn finds the column of attributes.
func attributeColumn(header []string) int {
	return slices.IndexFunc(header, func(name string) bool {
		return simplify(name) == "attribute" || claimOf(name) == claim{attributeRole, strong}
	})
}

// Cost is one line of a file of --cost, or of a file of --sheet: attributes that are asked on a form or call.
type Cost struct {
	Sheet string       // its name; "" in a file of --cost
	Glob  string       // name of an attribute, or a pattern for several
	Price model.Amount // of one judgment, above 0; of one filled form, 0 where the line says none
	Line  int          // where it stands, for messages about attributes unknown
}

// Costs reads a file of prices with the columns attribute and cost, in the
// order of its lines: the later of two prices for one attribute wins.
func Costs(ctx context.Context, s Source) (costs []Cost, err error) {
	err = s.eachKeyed(ctx, "a file of costs", []keyedColumn{
		{"attribute", attributeColumn, "every price needs the attribute it is for"},
		{"cost", nil, "a price is a plain decimal number above 0, such as 4 or 0.25"},
	}, func(r *keyedRow) error {
		price, err := r.price(1)
		costs = append(costs, Cost{Glob: r.cell(0), Price: price, Line: r.line})
		return err
	})
	return costs, err
}

// Sheets reads a file of forms with the columns sheet and attribute and perhaps price,
// in the order of its lines. The price may stand in any line of a sheet; a price of 0 is an error.
func Sheets(ctx context.Context, s Source) (rows []Cost, err error) {
	err = s.eachKeyed(ctx, "a file of sheets", []keyedColumn{
		{"sheet", nil, "every line needs the name of its sheet"},
		{"attribute", attributeColumn, "every line needs an attribute that is asked on the sheet"},
		{"price", nil, ""},
	}, func(r *keyedRow) (err error) {
		row := Cost{Sheet: r.cell(0), Glob: r.cell(1), Line: r.line}
		if r.cell(2) != "" {
			row.Price, err = r.price(2)
		}
		rows = append(rows, row)
		return err
	})
	return rows, err
}

// Objects reads a list of objects to be judged: a table with a column of ids, which has one of the
// names given, or is named like one (object, item, story …), or is the only one. Ids are unique and not empty;
// columns are the names of the other columns, and cells, by object, what stands in them.
func Objects(ctx context.Context, s Source, named ...string) (columns, ids []string, cells [][]string, err error) {
	id := -1
	object := func(header []string) int {
		id = slices.IndexFunc(header, func(name string) bool { return slices.Contains(named, strings.TrimSpace(name)) })
		if best := byHeader(header); id < 0 && len(best) > 0 {
			id = best[0]
		} else if id < 0 && len(header) == 1 {
			id = 0
		}
		columns = others(header, id)
		return id
	}
	seen := make(map[string]int)
	err = s.eachKeyed(ctx, "a list of objects", []keyedColumn{{"object", object, "every object needs an id"}}, func(r *keyedRow) error {
		object := r.cell(0)
		if first, twice := seen[object]; twice {
			return r.wrong(0, fmt.Sprintf("is on line %d too: each object is listed once", first))
		}
		seen[object] = r.line
		ids, cells = append(ids, object), append(cells, others(r.cells, id))
		return nil
	})
	for i, name := range columns {
		columns[i] = strings.TrimSpace(name)
	}
	return columns, ids, cells, err
}

// others are the cells of a row but for one.
func others(cells []string, but int) (list []string) {
	for i, cell := range cells {
		if i != but {
			list = append(list, strings.Clone(cell))
		}
	}
	return list
}
