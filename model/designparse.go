package model

import (
	"fmt"
	"slices"
	"strings"
)

// callPrefix begins the word of a call, and panelWord says that the raters are a
// panel.
const (
	callPrefix = string(DesignCall) + ":"
	panelWord  = "panel"
)

const designWords = "auto, single, form, call:PRICE, panel, or panel with one of them, such as panel,form"

// ParseDesign reads the value of --design: one of auto, single, form, call:PRICE and
// panel, or panel, a comma and another of these. "panel" by itself is a panel with the
// forms of the pilot. "sheets" is read too, because String writes it; WithSheets adds
// the sheets themselves.
func ParseDesign(s string) (Design, error) {
	var d Design
	for word := range strings.SplitSeq(s, ",") {
		word = strings.TrimSpace(word)
		if word == panelWord {
			if d.Panel {
				return Design{}, fmt.Errorf("%q says panel twice: write it once", s)
			}
			d.Panel = true
			continue
		}
		kind, price, err := designWord(word)
		switch {
		case err != nil:
			return Design{}, err
		case d.Kind != "":
			return Design{}, fmt.Errorf("%q names two designs, %s and %s: accepted are %s", s, d.Kind, kind, designWords)
		}
		d.Kind, d.Price = kind, price
	}
	if d.Kind == "" {
		d.Kind = DesignAuto
	}
	return d, nil
}

func designWord(word string) (DesignKind, Amount, error) {
	if text, call := strings.CutPrefix(word, callPrefix); call {
		price, err := parsePositive(strings.TrimSpace(text))
		if err != nil {
			return "", 0, fmt.Errorf("%s%w, such as call:2", callPrefix, err)
		}
		return DesignCall, price, nil
	}
	switch k := DesignKind(word); k {
	case DesignAuto, DesignSingle, DesignForm, DesignSheets:
		return k, 0, nil
	case DesignCall:
		return "", 0, fmt.Errorf("call lacks the price of one call: write call:PRICE, such as call:2")
	}
	return "", 0, fmt.Errorf("%q is no design: accepted are %s", word, designWords)
}

// parsePositive reads the price of a form or call.
func parsePositive(s string) (Amount, error) {
	a, err := ParseAmount(s)
	switch {
	case s == "":
		return 0, fmt.Errorf(" lacks the price: write an amount above 0")
	case err != nil:
		return 0, fmt.Errorf(" %w: write an amount above 0", err)
	case a == 0:
		return 0, fmt.Errorf(" a call cannot cost %s: write an amount above 0", s)
	}
	return a, nil
}

// String is the form that ParseDesign reads, the sheets apart: theirs is
// Sheet.String.
func (d Design) String() string {
	word := string(d.kind())
	if d.kind() == DesignCall {
		word = callPrefix + d.Price.String()
	}
	switch {
	case !d.Panel:
		return word
	case d.kind() == DesignAuto:
		return panelWord
	}
	return panelWord + "," + word
}

// kind is Kind without "".
func (d Design) kind() DesignKind {
	if d.Kind == "" {
		return DesignAuto
	}
	return d.Kind
}

// ParseSheet reads the value of --sheet: NAME=GLOB[,GLOB…][:PRICE]. A comma in the name
// of an attribute needs a backslash before it, like a character with a meaning in a
// glob. The text behind the last colon is a price if it looks like a number, and no
// price if it is empty.
func ParseSheet(s string) (Sheet, error) {
	const form = "NAME=GLOB[,GLOB…][:PRICE], such as judge1=judge1.*:2"
	name, rest, ok := strings.Cut(s, "=")
	sheet := Sheet{Name: strings.TrimSpace(name)}
	if !ok || sheet.Name == "" {
		return Sheet{}, fmt.Errorf("%q is not of the form %s", s, form)
	}
	if i := strings.LastIndexByte(rest, ':'); i >= 0 && isPriced(rest[i+1:]) {
		if text := strings.TrimSpace(rest[i+1:]); text != "" {
			price, err := parsePositive(text)
			if err != nil {
				return Sheet{}, fmt.Errorf("sheet %q:%w, or leave the price out where each answer is paid", sheet.Name, err)
			}
			sheet.Price = price
		}
		rest = rest[:i]
	}
	for _, glob := range splitGlobs(rest) {
		glob = strings.TrimSpace(glob)
		switch {
		case glob == "":
			return Sheet{}, fmt.Errorf("sheet %q has no attribute where one is expected: write %s", sheet.Name, form)
		case (len(glob)-len(strings.TrimRight(glob, `\`)))%2 == 1:
			return Sheet{}, fmt.Errorf(`sheet %q: %q ends in a backslash, which takes the meaning from nothing: write \\ for one`, sheet.Name, glob)
		}
		if !slices.Contains(sheet.Attributes, glob) {
			sheet.Attributes = append(sheet.Attributes, glob)
		}
	}
	return sheet, nil
}

// isPriced tells whether what stands behind a colon is meant as a price.
func isPriced(s string) bool { return strings.Trim(strings.TrimSpace(s), "0123456789.+-") == "" }

// splitGlobs cuts at the commas without a backslash before them.
func splitGlobs(s string) []string {
	var globs []string
	from, escaped := 0, false
	for i := range len(s) {
		switch {
		case escaped:
			escaped = false
		case s[i] == '\\':
			escaped = true
		case s[i] == ',':
			globs = append(globs, s[from:i])
			from = i + 1
		}
	}
	return append(globs, s[from:])
}

// String is the form that ParseSheet reads.
func (s Sheet) String() string {
	globs := strings.Join(s.Attributes, ",")
	text := s.Name + "=" + globs
	if s.Price > 0 {
		return text + ":" + s.Price.String()
	}
	if i := strings.LastIndexByte(globs, ':'); i >= 0 && isPriced(globs[i+1:]) {
		text += ":" // or the end of a name would be taken for a price
	}
	return text
}

// WithSheets returns d as a design of sheets. Sheets of the same name are one sheet:
// with all their globs, and the price that any of them states. Two prices, or a design
// without sheets, are an error.
func (d Design) WithSheets(sheets ...Sheet) (Design, error) {
	if k := d.kind(); k != DesignAuto && k != DesignSheets {
		return d, fmt.Errorf("the design %s and the sheet %q both say what is asked together: use one of them", d, sheets[0].Name)
	}
	out := Design{Kind: DesignSheets, Panel: d.Panel}
	for _, s := range slices.Concat(d.Sheets, sheets) {
		i := slices.IndexFunc(out.Sheets, func(o Sheet) bool { return o.Name == s.Name })
		if i < 0 {
			s.Attributes = slices.Clone(s.Attributes)
			out.Sheets = append(out.Sheets, s)
			continue
		}
		same := &out.Sheets[i]
		if same.Price > 0 && s.Price > 0 && same.Price != s.Price {
			return d, fmt.Errorf("sheet %q has two prices, %s and %s: give one", s.Name, same.Price, s.Price)
		}
		same.Price = max(same.Price, s.Price)
		for _, glob := range s.Attributes {
			if !slices.Contains(same.Attributes, glob) {
				same.Attributes = append(same.Attributes, glob)
			}
		}
	}
	return out, nil
}
