package model

import (
	"fmt"
	"slices"
	"strings"
)

// The kinds of design: how the judgments of one new object are bought (--design). A panel is not a kind: any kind can be bought
// from a panel.
const (
	DesignAuto   = "auto"   // as the pilot was collected
	DesignSingle = "single" // every judgment by another rater
	DesignForm   = "form"   // a rater who answers, answers everything wanted; each answer is paid
	DesignCall   = "call"   // one price for the whole form, whatever is asked on it
	DesignSheets = "sheets" // several forms or calls, each with attributes of its own; the rest singly
)

// Design is what a user asks for; core says which attribute is then on which
// form. The zero value is auto. It is immutable: nothing writes to Sheets.
type Design struct {
	Kind   string  // "" = auto
	Price  Amount  // of one call, above 0; read for DesignCall alone
	Sheets []Sheet // of DesignSheets, in the order in which they were named
	Panel  bool    // the raters of the pilot judge every new object too
}

// Sheet is one form or call: of a [Design] that is asked for, of one that was taken, or of the data themselves.
type Sheet struct {
	Name string `json:"name"` // "" of the data's
	// Price is the price of one filled form, whatever is asked on it; 0 where each
	// answer is paid at its attribute's price.
	Price Amount `json:"price"`
	// Attributes are what is asked on it: of a design that is asked for globs, see Matching, in
	// which a comma has a backslash before it, as GlobOf writes; else names.
	Attributes []string `json:"attributes"`
	Why        string   `json:"-"` // what in the data says so, as a sentence without a full stop
}

// Equal tells whether two designs ask for the same.
func (d Design) Equal(o Design) bool {
	return d.kind() == o.kind() && d.Panel == o.Panel &&
		(d.Kind != DesignCall || d.Price == o.Price) &&
		slices.EqualFunc(d.Sheets, o.Sheets, func(a, b Sheet) bool {
			return a.Name == b.Name && a.Price == b.Price && slices.Equal(a.Attributes, b.Attributes)
		})
}

// Check returns an error for a design that cannot be bought, whatever the attributes.
func (d Design) Check() error {
	switch k := d.kind(); {
	case !slices.Contains([]string{DesignAuto, DesignSingle, DesignForm, DesignCall, DesignSheets}, k):
		return fmt.Errorf("%q is no design: accepted are %s", k, designWords)
	case k == DesignCall && (d.Price <= 0 || d.Price > MaxAmount):
		return fmt.Errorf("a call cannot cost %s: write an amount above 0", d.Price)
	case k == DesignSheets && len(d.Sheets) == 0:
		return fmt.Errorf("the design sheets names no sheet: each is NAME=GLOB[,GLOB…][:PRICE]")
	case k != DesignSheets && len(d.Sheets) > 0:
		return fmt.Errorf("the design %s and the sheet %q both say what is asked together: use one of them", d, d.Sheets[0].Name)
	}
	names := make(map[string]bool)
	for _, s := range d.Sheets {
		switch {
		case s.Name == "":
			return fmt.Errorf("a sheet has no name: each is NAME=GLOB[,GLOB…][:PRICE]")
		case names[s.Name]:
			return fmt.Errorf("the sheet %q is given twice: name all its attributes in one", s.Name)
		case len(s.Attributes) == 0:
			return fmt.Errorf("the sheet %q has no attribute: NAME=GLOB[,GLOB…][:PRICE] says what is asked on it", s.Name)
		case s.Price < 0 || s.Price > MaxAmount:
			return fmt.Errorf("the sheet %q cannot cost %s: the price of a sheet is from 0 to %s", s.Name, s.Price, MaxAmount)
		}
		names[s.Name] = true
	}
	return nil
}

// CheckRaters refuses a design that contradicts how the pilot's rater ids are read. A fixed panel and the design
// panel are the same wish, and either may say it; raters of whom nothing is known cannot share anything.
func (d Design) CheckRaters(r string) error {
	switch k := d.kind(); {
	case r == RatersPaper && (d.Panel || k != DesignAuto && k != DesignSingle):
		return fmt.Errorf("raters paper and design %s contradict each other: "+
			"paper takes every judgment as another rater's, which is design single; take raters auto for other designs", d)
	case r == RatersAware && d.Panel:
		return fmt.Errorf("raters aware and design %s contradict each other: "+
			"aware takes raters as a sample of others, and a panel is the same raters again; take raters auto or fixed", d)
	}
	return nil
}

// OnSheets returns, for each sheet of a design, the numbers of its attributes, rising. It returns the error of Check,
// or reports a glob that matches nothing, or an attribute on two sheets.
func (d Design) OnSheets(attributes []string) ([][]int, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	sheets := make([][]int, len(d.Sheets))
	on := make(map[int]string)
	for i, s := range d.Sheets {
		for _, glob := range s.Attributes {
			found := Matching(attributes, glob)
			if len(found) == 0 {
				return nil, fmt.Errorf("the sheet %q: %q %s", s.Name, glob, NoMatch(attributes, glob))
			}
			for _, a := range found {
				switch before, seen := on[a]; {
				case seen && before != s.Name:
					return nil, fmt.Errorf("the attribute %q is on two sheets, %q and %q: it can be asked on one", attributes[a], before, s.Name)
				case !seen:
					on[a] = s.Name
					sheets[i] = append(sheets[i], a)
				}
			}
		}
		slices.Sort(sheets[i])
	}
	return sheets, nil
}

// NoMatch returns the message that a glob matches no attribute, with the names that were perhaps meant.
func NoMatch(attributes []string, glob string) string {
	if len(attributes) == 0 {
		return "matches no attribute: there is none"
	}
	if meant := Meant(glob, attributes); meant != "" {
		return fmt.Sprintf("matches no attribute: the nearest is %q", meant)
	}
	const most = 8
	listed, more := Nearest(glob, attributes), ""
	if n := len(listed) - most; n > 0 {
		listed, more = listed[:most], fmt.Sprintf(" and %d more", n)
	}
	return "matches no attribute: the attributes are " + strings.Join(listed, ", ") + more
}

// callPrefix begins the word of a call, and panelWord says that the raters are a panel.
const (
	callPrefix = DesignCall + ":"
	panelWord  = "panel"
)

const designWords = "auto, single, form, call:PRICE, panel, or panel with one of them, such as panel,form"

// ParseDesign reads the value of --design: one of auto, single, form, call:PRICE and panel, or panel, a comma and
// another of these. "panel" by itself is a panel with the forms of the pilot. "sheets" is read too, because String
// writes it; WithSheets adds the sheets themselves.
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

func designWord(word string) (string, Amount, error) {
	if text, call := strings.CutPrefix(word, callPrefix); call {
		price, err := parsePositive(strings.TrimSpace(text))
		if err != nil {
			return "", 0, fmt.Errorf("%s%w, such as call:2", callPrefix, err)
		}
		return DesignCall, price, nil
	}
	switch k := word; k {
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

// String is the form that ParseDesign reads, the sheets apart: theirs is Sheet.String.
func (d Design) String() string {
	word := d.kind()
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
func (d Design) kind() string {
	if d.Kind == "" {
		return DesignAuto
	}
	return d.Kind
}

// ParseSheet reads the value of --sheet: NAME=GLOB[,GLOB…][:PRICE]. A comma in the name of an attribute needs a
// backslash before it, like a character with a meaning in a glob. The text behind the last colon is a price if it
// looks like a number, and no price if it is empty.
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

// WithSheets returns d as a design of sheets. Sheets of the same name are one sheet: with all their globs, and the
// price that any of them states. Two prices, or a design without sheets, are an error.
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

// PredictorDesign is the design that a predictor was made for, with what
// predictions for other numbers of judgments need.
type PredictorDesign struct {
	Kind  string  `json:"kind"`
	Forms []Sheet `json:"forms"` // the forms with an attribute of the support, with their attributes of the support
	Panel *int    `json:"panel"`
	// Halo is C+ of the support in the order of the predictor's attributes, in products of their units: what the
	// errors of one rater in two attributes share; its diagonal is the internal variance. nil where every judgment is
	// by another rater, or where it is not known.
	Halo [][]float64 `json:"halo"`
}

// FormOf returns, by attribute of a predictor, the number of the form that it is
// asked on, and -1 where it is bought singly.
func (p *Predictor) FormOf() []int {
	of := make([]int, len(p.Attributes))
	for a := range of {
		of[a] = -1
	}
	if p.Design == nil {
		return of
	}
	form := make(map[string]int)
	for g, f := range p.Design.Forms {
		for _, name := range f.Attributes {
			form[name] = g
		}
	}
	for a := range of {
		if g, on := form[p.Attributes[a].Name]; on {
			of[a] = g
		}
	}
	return of
}
