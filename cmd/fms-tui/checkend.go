package main

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/core/report/figure"

	"fms-tui/model"
	"fms-tui/model/read"
)

// columnsOf are the columns of a role, each once, in the order of the files.
func columnsOf(ds *model.Dataset, role model.Role) []string {
	var names []string
	for _, c := range ds.Reading.Columns {
		if c.Role == role && !slices.Contains(names, c.Column) {
			names = append(names, c.Column)
		}
	}
	return names
}

// pivotOf are the columns whose cells begin the attributes' names; "" for none.
func pivotOf(ds *model.Dataset) string {
	for _, c := range ds.Reading.Choices {
		if c.Option == model.OptionPivot {
			return c.Value
		}
	}
	return ""
}

// conclusion is one sentence: what was read as what, and what would change if
// that is wrong. It is empty for moments, of which no column was read.
func conclusion(ds *model.Dataset) string {
	if len(ds.Reading.Columns) == 0 {
		return ""
	}
	var parts []string
	judge := pivotOf(ds)
	say := func(role model.Role, as string) {
		names := columnsOf(ds, role)
		if judge != "" && role == model.RoleAttribute {
			names = slices.DeleteFunc(names, func(n string) bool { return n == judge })
			parts = append(parts, judge+" as the first part of the attributes' names")
		}
		if len(names) > 0 {
			parts = append(parts, listed(names)+" as "+as)
		}
	}
	say(model.RoleObject, "the object")
	if ds.Reading.Layout == read.Long {
		say(model.RoleAttribute, "the attribute")
		say(model.RoleJudgment, "the judgment")
	} else {
		say(model.RoleAttribute, "attributes")
	}
	say(model.RoleRater, "the rater")
	say(model.RoleLabel, "the label")
	return "read " + strings.Join(parts, ", ") + "; " + otherwise(ds)
}

// otherwise says what would change if the reading is wrong.
func otherwise(ds *model.Dataset) string {
	judge := pivotOf(ds)
	raters, attributes := columnsOf(ds, model.RoleRater), columnsOf(ds, model.RoleAttribute)
	switch {
	case ds.Reading.Layout == read.Long && len(attributes) > 1:
		return fmt.Sprintf("if %s is whoever is free, not whom you choose, --rater-col %s makes it the rater", attributes[0], read.ShellWords(attributes[:1]))
	case judge != "":
		return fmt.Sprintf("if %s is whoever is free, not whom you choose, --rater-col %[1]s makes it the rater", judge)
	case len(raters) > 0:
		return fmt.Sprintf("if %s does not tell who judged, --ignore-col %s makes every judgment one by another rater", raters[0], read.ShellWords(raters[:1]))
	}
	return "if a column names the rater, say --rater-col COLUMN"
}

// callRows and priceRows say which attributes come from one call, and what
// judgments cost by the data.
func callRows(ds *model.Dataset) [][]string {
	var rows [][]string
	for _, f := range ds.Calls {
		said := fmt.Sprintf("%d attributes, %s to %s", len(f.Attributes), f.Attributes[0], f.Attributes[len(f.Attributes)-1])
		if len(f.Attributes) < 3 {
			said = strings.Join(f.Attributes, " and ")
		}
		if f.Price > 0 {
			said += fmt.Sprintf(", %s %s a call", f.Price, ds.PriceUnit)
		}
		said += ": " + f.Why
		rows = append(rows, []string{"one call", said})
	}
	return rows
}

func priceRows(ds *model.Dataset) [][]string {
	if ds.PriceUnit == "" || len(ds.Prices) == 0 {
		return nil
	}
	low, high := slices.Min(ds.Prices), slices.Max(ds.Prices)
	said := fmt.Sprintf("%s %s a judgment, from the data", low, ds.PriceUnit)
	if low != high {
		said = fmt.Sprintf("%s to %s %s a judgment, from the data", low, high, ds.PriceUnit)
	}
	return [][]string{{"prices", said}}
}

// listed joins names: a, b and c, cut after eight.
func listed(names []string) string {
	if len(names) <= 8 {
		return figure.List(names, "and")
	}
	return some(names)
}
