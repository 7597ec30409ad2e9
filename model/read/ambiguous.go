package read

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// maxReadings bounds the combinations that an AmbiguousError lists.
const maxReadings = 8

var roleOptions = map[role]model.Option{
	objectRole: model.OptionObject, attributeRole: model.OptionAttribute, judgmentRole: model.OptionJudgment, raterRole: model.OptionRater,
}

// ambiguous lists every way to fill the open roles from the columns found.
func (r *roles) ambiguous(open []role, found map[role][]int) error {
	var problems []string
	readings := []Alternative{{}}
	for _, as := range open {
		var names []string
		for _, i := range found[as] {
			if j := slices.Index(names, r.header[i]); j >= 0 {
				return r.duplicate(found[as][j], i) // no choice could tell them apart
			}
			names = append(names, r.header[i])
		}
		problems = append(problems, fmt.Sprintf("%s could each be the %s", list(names, "and"), as))
		if as == attributeRole {
			names = append(names, joinNames(names))
		}
		readings = combine(readings, as, names)
	}
	return &AmbiguousError{File: r.file, Problem: strings.Join(problems, "; "), Readings: readings[:min(len(readings), maxReadings)]}
}

// combine extends every reading by each of the names.
func combine(readings []Alternative, as role, names []string) []Alternative {
	var all []Alternative
	for _, a := range readings {
		for _, n := range names {
			choices := append(slices.Clone(a.Choices), model.Choice{Option: roleOptions[as], Value: n})
			meaning := fmt.Sprintf("the %s is %s", as, plainOrQuoted(n))
			if a.Meaning != "" {
				meaning = a.Meaning + ", " + meaning
			}
			all = append(all, Alternative{choices, meaning})
		}
	}
	return all
}

// joinNames is the value of an option that takes a list: names with a comma or a
// quote are quoted as in CSV.
func joinNames(names []string) string {
	words := make([]string, len(names))
	for i, n := range names {
		if strings.ContainsAny(n, "\",\n") {
			n = `"` + strings.ReplaceAll(n, `"`, `""`) + `"`
		}
		words[i] = n
	}
	return strings.Join(words, ",")
}

// splitNames is the list that joinNames joined.
func splitNames(value string) []string {
	names, err := csv.NewReader(strings.NewReader(value)).Read()
	if err != nil {
		return []string{value}
	}
	return names
}

// choices are the options that reproduce this reading of the columns.
func (r *roles) choices(opt Options) []model.Choice {
	list := []model.Choice{{Option: model.OptionLayout, Value: r.layout}}
	add := func(o model.Option, values ...string) {
		for _, v := range values {
			if v != "" {
				list = append(list, model.Choice{Option: o, Value: v})
			}
		}
	}
	column := func(o model.Option, i int) {
		if i >= 0 {
			add(o, r.header[i])
		}
	}
	column(model.OptionObject, r.object)
	add(model.OptionAttribute, joinNames(r.namesOf(r.attribute)))
	column(model.OptionJudgment, r.judgment)
	column(model.OptionRater, r.rater)
	if r.layout != Long {
		add(model.OptionPivot, joinNames(r.namesOf(r.pivot)))
	}
	add(model.OptionAttributes, joinNames(opt.Attributes))
	add(model.OptionIgnore, joinNames(opt.Ignore))
	add(model.OptionWhere, opt.Where...)
	add(model.OptionSQL, opt.SQL)
	add(model.OptionOrder, opt.OrderCol)
	if opt.Order != OrderAuto {
		add(model.OptionPacking, opt.Order)
	}
	add(model.OptionShard, opt.Shard.String())
	add(model.OptionRecords, opt.Records)
	add(model.OptionTokenPrice, opt.TokenPrice)
	add(model.OptionMissing, joinNames(opt.Missing))
	if opt.Encoding != utf8Encoding {
		add(model.OptionEncoding, opt.Encoding)
	}
	add(model.OptionNameIs, opt.NameIs)
	add(model.OptionColumns, joinNames(opt.Columns))
	if opt.Decimal == "," {
		add(model.OptionDecimal, opt.Decimal)
	}
	return list
}

// namesOf are the headers of columns.
func (r *roles) namesOf(columns []int) []string {
	var names []string
	for _, i := range columns {
		names = append(names, r.header[i])
	}
	return names
}
