package read

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fms-tui/model"
)

// scoreGroup finds the group that a column of nested JSON, or of a table made of
// it, belongs to where it holds scores: "scores.", "feedback.", "score_".
var scoreGroup = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^((?:.*\.)?(?:scores?|ratings?|feedback|judge?ments?|evaluations?|grades?|criteria)[._])(.*[^\d].*)$`)
})

// scoreOf finds the key under which a group has its number.
var scoreOf = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(.+)\.(score|value|rating)$`)
})

// settleGroups leaves the columns that a group of scores does not hold out of the
// judgments, and remembers how the names of the others are shortened.
func (r *roles) settleGroups() {
	if len(r.opt.Attributes) > 0 {
		return
	}
	short := make(map[int]string)
	numbers := func(i int) bool { return r.profile[i].numbers > 0 && !r.isJudged(i) }
	for _, i := range r.values {
		if m := scoreGroup().FindStringSubmatch(r.header[i]); m != nil && numbers(i) {
			short[i] = m[2]
		}
	}
	underscores := !slices.ContainsFunc(r.values, func(i int) bool { return short[i] != "" && strings.Contains(r.header[i], ".") })
	if len(short) == 1 && underscores {
		return
	}
	scored := make(map[int]string)
	for _, i := range r.values {
		name := r.header[i]
		if len(short) > 0 {
			name = short[i]
		}
		if m := scoreOf().FindStringSubmatch(name); m != nil && numbers(i) {
			scored[i] = m[1]
		}
	}
	if len(scored) > 0 && (len(short) > 0 || len(scored) > 1) {
		short = scored
	}
	if len(short) == 0 {
		return
	}
	r.short = short
	for _, i := range r.values {
		if short[i] == "" && numbers(i) {
			r.set(i, unused, why{code: model.ReasonNumbers, text: "numbers beside the scores", remedy: keptIf("keeps them")})
		}
	}
	r.values = slices.DeleteFunc(r.values, func(i int) bool { return r.role[i] == unused })
}

// shortName is what an attribute of a header would be called.
func (r *roles) shortName(header string) string {
	return cmp.Or(r.short[slices.Index(r.header, header)], header)
}

// attributeNames names the attributes of the columns of judgments.
func (r *roles) attributeNames() []string {
	name := func(i int) string { return cmp.Or(r.short[i], r.header[i]) }
	if r.layout == ByObject && !r.opt.listed {
		name = r.stem
	}
	names := make([]string, len(r.values))
	for n, i := range r.values {
		names[n] = name(i)
	}
	if r.layout != ByObject && len(distinct(names)) < len(names) {
		return r.namesOf(r.values)
	}
	return names
}
