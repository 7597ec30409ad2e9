package read

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model"
)

// Cost is one line of a file of --costs, or of a file of --sheets: attributes that are asked on a
// form or call.
type Cost struct {
	Sheet string       // its name; "" in a file of --costs
	Glob  string       // name of an attribute, or a pattern for several
	Price model.Amount // of one judgment, above 0; of one filled form, 0 where the line says none
	Line  int          // where it stands, for messages about attributes unknown
}

// Costs reads a file of prices with the columns attribute and cost, in the
// order of its lines: the later of two prices for one attribute wins.
func Costs(ctx context.Context, s Source) ([]Cost, error) {
	var costs []Cost
	lacks := "is not a file of costs: its header needs the columns attribute and cost"
	err := s.eachNamed(ctx, lacks, []string{"attribute", "cost"}, 2, func(cells []string, line int) error {
		if cells[0] == "" {
			return &Error{File: s.Name, Line: line, Column: "attribute", Message: "is empty: every price needs the attribute it is for"}
		}
		p, err := model.ParsePrice(cells[1])
		if err != nil {
			return costError(s.Name, line, cells[1], err)
		}
		costs = append(costs, Cost{Glob: cells[0], Price: p, Line: line})
		return nil
	})
	if err == nil && len(costs) == 0 {
		err = &Error{File: s.Name, Message: "holds no price: at least one row attribute,cost is needed"}
	}
	return costs, err
}

// eachNamed calls use with the cells of some columns, trimmed, for every row of a table that is not
// blank. The first columns must be there, as many as needed; of others that are not the cells are
// empty, and all further columns are passed over. lacks is the error without a column.
func (s Source) eachNamed(ctx context.Context, lacks string, columns []string, needed int, use func(cells []string, line int) error) error {
	_, err := s.readTable(form{}, "a table", func(t table) error {
		names, line := t.header()
		var at []int
		for n, column := range columns {
			i := slices.IndexFunc(names, func(name string) bool {
				return simplify(name) == column || column == "attribute" && claimOf(name) == claim{attributeRole, strong}
			})
			if at = append(at, i); i < 0 && n < needed {
				return &Error{File: s.Name, Line: line, Message: lacks + ", found are " + listSome(names)}
			}
		}
		return eachRow(ctx, t, func(cells []string, line int) error {
			if blank(cells) {
				return nil
			}
			own := make([]string, len(at))
			for n, i := range at {
				if i >= 0 {
					own[n] = strings.Clone(strings.TrimSpace(cells[i]))
				}
			}
			return use(own, line)
		})
	})
	return err
}

func costError(file string, line int, amount string, err error) error {
	if amount == "" {
		return &Error{File: file, Line: line, Column: "cost", Message: "is empty: a price is a plain decimal number above 0, such as 4 or 0.25"}
	}
	message := strings.TrimPrefix(err.Error(), strconv.Quote(amount)+" ")
	if message == err.Error() {
		return &Error{File: file, Line: line, Column: "cost", Message: message, Err: err}
	}
	return &Error{File: file, Line: line, Column: "cost", Value: amount, Message: message, Err: err}
}

// Sheets reads a file of forms with the columns sheet and attribute and perhaps price,
// in the order of its lines. The price may stand in any line of a sheet. Two different
// prices are an error, and a price of 0 is an error.
func Sheets(ctx context.Context, s Source) ([]Cost, error) {
	var rows []Cost
	prices := make(map[string]Cost) // the first line of each sheet with a price
	lacks := "is not a file of sheets: its header needs the columns sheet, attribute and, if sheets have prices, price"
	err := s.eachNamed(ctx, lacks, []string{"sheet", "attribute", "price"}, 2, func(cells []string, line int) error {
		row := Cost{Sheet: cells[0], Glob: cells[1], Line: line}
		switch {
		case row.Sheet == "":
			return &Error{File: s.Name, Line: line, Column: "sheet", Message: "is empty: every line needs the name of its sheet"}
		case row.Glob == "":
			return &Error{File: s.Name, Line: line, Column: "attribute", Message: "is empty: every line needs an attribute that is asked on the sheet"}
		}
		err := row.setPrice(s.Name, cells[2], prices)
		rows = append(rows, row)
		return err
	})
	if err == nil && len(rows) == 0 {
		err = &Error{File: s.Name, Message: "holds no sheet: at least one row sheet,attribute,price is needed"}
	}
	return rows, err
}

// setPrice reads the price of a line, if any.
func (r *Cost) setPrice(file, text string, prices map[string]Cost) error {
	if text == "" {
		return nil
	}
	wrong := func(message string) error {
		return &Error{File: file, Line: r.Line, Column: "price", Value: text, Message: message}
	}
	var err error
	switch r.Price, err = model.ParseAmount(text); {
	case err != nil:
		return wrong("is no price: a plain decimal number above 0 is needed, such as 2 or 0.25, or nothing where each answer is paid")
	case r.Price == 0:
		return wrong("is not a price of a form. Accepted: a number above 0, or nothing where each answer is paid")
	}
	first, has := prices[r.Sheet]
	switch {
	case !has:
		prices[r.Sheet] = *r
	case first.Price != r.Price:
		return wrong("is not " + first.Price.String() + ", the price of the same sheet on line " + strconv.Itoa(first.Line) + ": a sheet has one price")
	}
	return nil
}
