package read

import (
	"context"
	"strconv"
	"strings"

	"fms-tui/model"
)

// Cost is one line of a file of --costs.
type Cost struct {
	Glob  string       // name of an attribute, or a pattern for several
	Price model.Amount // of one judgment; above 0
	Line  int          // where it stands, for messages about attributes unknown
}

// Costs reads a file of prices with the columns attribute and cost, in the
// order of its lines: the later of two prices for one attribute wins.
func Costs(ctx context.Context, s Source) ([]Cost, error) {
	var costs []Cost
	_, err := s.readTable(form{}, "a table", func(t table) error {
		attribute, price, err := costColumns(s.Name, t)
		if err != nil {
			return err
		}
		return eachRow(ctx, t, func(cells []string, line int) error {
			if blank(cells) {
				return nil
			}
			glob, amount := strings.TrimSpace(cells[attribute]), strings.TrimSpace(cells[price])
			if glob == "" {
				return &Error{File: s.Name, Line: line, Column: "attribute", Message: "is empty: every price needs the attribute it is for"}
			}
			p, err := model.ParsePrice(amount)
			if err != nil {
				return costError(s.Name, line, amount, err)
			}
			costs = append(costs, Cost{strings.Clone(glob), p, line})
			return nil
		})
	})
	if err == nil && len(costs) == 0 {
		err = &Error{File: s.Name, Message: "holds no price: at least one row attribute,cost is needed"}
	}
	return costs, err
}

// costColumns finds the two columns; any others are passed over.
func costColumns(file string, t table) (attribute, price int, err error) {
	names, line := t.header()
	attribute, price = -1, -1
	for i, n := range names {
		switch c := claimOf(n); {
		case c == claim{attributeRole, strong} && attribute < 0:
			attribute = i
		case simplify(n) == "cost" && price < 0:
			price = i
		}
	}
	if attribute < 0 || price < 0 {
		return 0, 0, &Error{File: file, Line: line, Message: "is no file of costs: a header with the columns attribute and cost is needed, found are " + listSome(names)}
	}
	return attribute, price, nil
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
