package read

import (
	"encoding/csv"
	"strings"

	"fms-tui/model"
)

var roleOptions = map[role]model.Option{
	objectRole: model.OptionObject, attributeRole: model.OptionAttribute, judgmentRole: model.OptionJudgment, raterRole: model.OptionRater,
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
