package read

import (
	"fmt"
	"slices"
	"strings"
)

// maxReadings bounds the combinations that an AmbiguousError lists.
const maxReadings = 8

var roleFlags = map[role]string{
	objectRole:    "--object-col",
	attributeRole: "--attribute-col",
	judgmentRole:  "--judgment-col",
	raterRole:     "--rater-col",
}

// ambiguous lists every way to fill the open roles from the columns found.
func (r *roles) ambiguous(open []role, found map[role][]int) error {
	var problems []string
	readings := []Alternative{{}}
	for _, as := range open {
		var names []string
		for _, i := range found[as] {
			if j := slices.Index(names, r.header[i]); j >= 0 {
				return r.duplicate(found[as][j], i) // no flag could tell them apart
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
			flags := append(append([]string(nil), a.Flags...), roleFlags[as], n)
			meaning := fmt.Sprintf("the %s is %s", as, plainOrQuoted(n))
			if a.Meaning != "" {
				meaning = a.Meaning + ", " + meaning
			}
			all = append(all, Alternative{flags, meaning})
		}
	}
	return all
}

// joinNames is the value of a flag that takes a list: names with a comma or a
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

// flags returns the arguments that reproduce this reading of the columns.
func (r *roles) flags(opt Options) []string {
	flags := []string{"--layout", r.layout}
	if r.object >= 0 {
		flags = append(flags, "--object-col", r.header[r.object])
	}
	if len(r.attribute) > 0 {
		flags = append(flags, "--attribute-col", joinNames(r.namesOf(r.attribute)))
	}
	if r.judgment >= 0 {
		flags = append(flags, "--judgment-col", r.header[r.judgment])
	}
	if r.rater >= 0 {
		flags = append(flags, "--rater-col", r.header[r.rater])
	}
	if len(r.pivot) > 0 && r.layout != Long {
		flags = append(flags, "--pivot", joinNames(r.namesOf(r.pivot)))
	}
	for _, one := range []struct {
		flag  string
		names []string
	}{{"--attributes", opt.Attributes}, {"--ignore-col", opt.Ignore}} {
		if len(one.names) > 0 {
			flags = append(flags, one.flag, joinNames(one.names))
		}
	}
	for _, condition := range opt.Where {
		flags = append(flags, "--where", condition)
	}
	if opt.Records != "" {
		flags = append(flags, "--records", opt.Records)
	}
	if opt.TokenPrice != "" {
		flags = append(flags, "--token-price", opt.TokenPrice)
	}
	if len(opt.Missing) > 0 {
		flags = append(flags, "--missing", joinNames(opt.Missing))
	}
	if opt.Encoding != "" && opt.Encoding != utf8Encoding {
		flags = append(flags, "--encoding", opt.Encoding)
	}
	if opt.NameIs != "" {
		flags = append(flags, "--name-is", opt.NameIs)
	}
	if opt.Decimal == "," {
		flags = append(flags, "--decimal", ",")
	}
	return flags
}

// namesOf are the headers of columns.
func (r *roles) namesOf(columns []int) []string {
	var names []string
	for _, i := range columns {
		names = append(names, r.header[i])
	}
	return names
}
