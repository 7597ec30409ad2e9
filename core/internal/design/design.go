// Package design says how judgments are bought, and by whom: as a pilot was collected, or as settings
// ask for it.
package design

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core/internal/moments"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Design is model.Design as it was taken for some data, with every form's attributes known. It is
// immutable.
type Design struct {
	// Kind is single, form, call or sheets, never auto.
	Kind string
	// Forms hold the attributes asked together, in the order of the named sheets or
	// else of their first attributes. Attributes on no form are bought singly.
	Forms []Form
	// Panel is R, the number of raters who judge every object, each at most once an
	// attribute; 0 where raters are others each time.
	Panel int
	Asked bool   // the user asked for this design; else it is as the pilot was collected
	Why   string // what was taken and why, one sentence in words for the user
	// Offer are sheets that the names of the attributes suggest, where raters' ids
	// cannot tell them apart; nil for none.
	Offer []model.Sheet
}

// Form is one form or call.
type Form struct {
	Name       string       // unique among the forms of a design
	Price      model.Amount // of one filled form or call; 0 where each answer is paid at its attribute's price
	Attributes []int        // rising, at least one
	// Paid are attributes of a form with a price whose answers are paid besides: those of a
	// named sheet whose price the user gave.
	Paid []int
}

// Singles tells whether every judgment is by another rater and paid for itself: then
// nothing is shared, and the losses are S&K's.
func (d *Design) Singles() bool {
	return d.Panel == 0 && !slices.ContainsFunc(d.Forms, func(f Form) bool { return f.Price > 0 || len(f.Attributes) > 1 })
}

// On is the form of each attribute, -1 for none.
func (d *Design) On(attributes int) []int {
	of := slices.Repeat([]int{-1}, attributes)
	for g, f := range d.Forms {
		for _, a := range f.Attributes {
			of[a] = g
		}
	}
	return of
}

// Answers returns c[a], the price of one answer of each attribute: the price of its
// judgment, but 0 on a form that is paid as a whole, unless the answer is paid besides.
func (d *Design) Answers(price []model.Amount) []model.Amount {
	c := append([]model.Amount(nil), price...)
	for _, f := range d.Forms {
		if f.Price == 0 {
			continue
		}
		for _, a := range f.Attributes {
			if !slices.Contains(f.Paid, a) {
				c[a] = 0
			}
		}
	}
	return c
}

// Filled returns how many times a form is filled for repeats r: raters are nested.
func (f *Form) Filled(r []int) int {
	filled := 0
	for _, a := range f.Attributes {
		filled = max(filled, r[a])
	}
	return filled
}

// Costs returns what repeats r cost on each form, all answers on it included, and what
// the attributes on none cost; price is the price of a judgment, by attribute.
func (d *Design) Costs(r []int, price []model.Amount) (forms []model.Amount, rest model.Amount) {
	c, on := d.Answers(price), d.On(len(price))
	forms = make([]model.Amount, len(d.Forms))
	for g := range d.Forms {
		f := &d.Forms[g]
		forms[g] = f.Price * model.Amount(f.Filled(r))
		for _, a := range f.Attributes {
			forms[g] += c[a] * model.Amount(r[a])
		}
	}
	for a, n := range r {
		if on[a] < 0 {
			rest += c[a] * model.Amount(n)
		}
	}
	return forms, rest
}

// Selection returns the design for selection, without what raters' errors share; nil where every judgment
// is by another rater. Attributes on no form have one of their own behind the others.
func (d *Design) Selection(attributes int) *selection.Forms {
	if d.Singles() {
		return nil
	}
	out := &selection.Forms{Of: d.On(attributes), Panel: d.Panel}
	for _, f := range d.Forms {
		out.Price = append(out.Price, f.Price)
	}
	for a, g := range out.Of {
		if g < 0 {
			out.Of[a] = len(out.Price)
			out.Price = append(out.Price, 0)
		}
	}
	return out
}

// Bought is how judgments of one object are bought, as settings.design of JSON.
type Bought struct {
	Kind  string        `json:"kind"`  // single, form, call or sheets
	Forms []model.Sheet `json:"forms"` // what is asked together; empty for singles
	Panel *int          `json:"panel"` // R, the raters who judge every object; nil without a panel
}

// Described is the design for JSON, of the attributes that support tells of.
func (d *Design) Described(attributes []string, support func(a int) bool) Bought {
	out := Bought{Kind: d.Kind, Forms: []model.Sheet{}}
	if d.Panel > 0 {
		panel := d.Panel
		out.Panel = &panel
	}
	for _, f := range d.Forms {
		form := model.Sheet{Name: f.Name, Price: f.Price}
		for _, a := range f.Attributes {
			if support(a) {
				form.Attributes = append(form.Attributes, attributes[a])
			}
		}
		if len(form.Attributes) > 0 {
			out.Forms = append(out.Forms, form)
		}
	}
	return out
}

// Words is a design in a few words: "form, each answer paid", "2 forms: gpt at 1
// a call, rest singly", with its panel.
func (d *Design) Words() string {
	var out string
	switch d.Kind {
	case model.DesignSingle:
		out = "single judgments"
	case model.DesignForm:
		out = "one form, each answer paid"
	case model.DesignCall:
		out = fmt.Sprintf("one call for everything, at %s a call", d.Forms[0].Price)
	default:
		var names []string
		for _, f := range d.Forms {
			if f.Price > 0 {
				name := fmt.Sprintf("%s at %s a call", f.Name, f.Price)
				if len(f.Paid) > 0 {
					name += " and its priced answers"
				}
				names = append(names, name)
			} else {
				names = append(names, f.Name)
			}
		}
		out = "forms " + strings.Join(names, ", ")
	}
	if d.Panel > 0 {
		out += fmt.Sprintf(", from the same %d raters", d.Panel)
	}
	return out
}

// Pilot is how the judgments of some data were collected.
type Pilot struct {
	Data     *model.Dataset
	Raters   Raters
	Together func() [][]int // of FormsOf
}

// RatersAsked is the raters mode that settings ask for: a panel that will judge
// new objects is one whose pilot is read as fixed.
func RatersAsked(q model.Settings) string {
	if q.Design.Panel {
		return model.RatersFixed
	}
	return q.Raters
}

// RatersFor resolves the raters mode of settings, and says why. A design of
// others than a panel takes the raters of a panel for a sample of these others.
func (p *Pilot) RatersFor(q model.Settings) (mode string, why string) {
	mode, why = p.Raters.Mode(RatersAsked(q))
	own := q.Design.Kind != "" && q.Design.Kind != model.DesignAuto && q.Design.Kind != model.DesignSingle
	if own && mode == model.RatersPaper && q.Raters != model.RatersPaper {
		return model.RatersAware, why // the same figures, for raters are others where none is known
	}
	auto := q.Raters == "" || q.Raters == model.RatersAuto
	if own = own || q.Design.Kind == model.DesignSingle; own && auto && !q.Design.Panel && mode == model.RatersFixed {
		return model.RatersAware, fmt.Sprintf(
			"%d raters judged nearly all objects, and the design %s asks others like them; design panel takes the same raters", p.Raters.Known, q.Design)
	}
	return mode, why
}

// ByPosition reports whether judgments without rater ids are read by position, and why: as if the j-th
// judgments of an object's attributes came from the same person. The reason is a requested form, or
// errors as correlated as one person's, which test finds. The only errors are its.
func (p *Pilot) ByPosition(q model.Settings, test func() (*moments.Position, error)) (yes bool, why string, err error) {
	if asked := RatersAsked(q); p.Raters.Any() || asked != "" && asked != model.RatersAuto {
		return false, "", nil
	}
	const places = "the judgments carry no rater ids; the j-th judgment of each attribute of an object is taken as of one person or call"
	switch q.Design.Kind {
	case model.DesignSingle:
		return false, "", nil
	case model.DesignForm, model.DesignCall, model.DesignSheets:
		return true, places + ", as the design says", nil
	}
	at, err := test()
	if err != nil || at == nil || !at.Clear {
		return false, "", err
	}
	if math.IsNaN(at.Correlation) {
		return true, places, nil
	}
	return true, fmt.Sprintf("%s: the errors of two attributes at one place correlate by %.2f ± %.2f", places, at.Correlation, at.SE), nil
}

// Design says how judgments are bought under settings, once the blocks are summed in the raters mode.
// Errors name what is wrong with the settings in words for the user.
func (p *Pilot) Design(q model.Settings, mode string, blocks *moments.Blocks) (Design, error) {
	sheets, err := q.Design.OnSheets(p.Data.Attributes)
	if err != nil {
		return Design{}, err
	}
	var d Design
	if blocks.Panel != nil {
		d.Panel = slices.Max(blocks.Panel.Raters)
	}
	switch q.Design.Kind {
	case "", model.DesignAuto:
		d.Asked = q.Design.Panel
		p.asCollected(&d, mode, blocks)
	default:
		d.Asked, d.Kind, d.Why = true, q.Design.Kind, "as asked"
		p.asAsked(&d, q, sheets)
	}
	if len(d.Forms) > 0 && blocks.Mode == model.RatersPaper {
		return d, model.NeedsJudgments("the design "+q.Design.String(), p.Data.Name, "it does not hold what the errors of one rater share, and can do the design single")
	}
	if d.Panel > 0 {
		d.Why = fmt.Sprintf("%s; all figures hold for these %d raters, and under design form or single for others like them", d.Why, d.Panel)
	}
	return d, nil
}

func (p *Pilot) asAsked(d *Design, q model.Settings, sheets [][]int) {
	switch asked := q.Design; asked.Kind {
	case model.DesignForm:
		d.Forms = []Form{{Name: "form", Attributes: numbered(p.Data.Attributes)}}
	case model.DesignCall:
		d.Forms = []Form{{Name: "call", Price: asked.Price, Attributes: numbered(p.Data.Attributes)}}
	case model.DesignSheets:
		for i, sheet := range asked.Sheets {
			f := Form{Name: sheet.Name, Price: sheet.Price, Attributes: sheets[i]}
			for _, a := range f.Attributes {
				if _, priced := q.Cost(p.Data.Attributes[a]); priced && f.Price > 0 {
					f.Paid = append(f.Paid, a)
				}
			}
			d.Forms = append(d.Forms, f)
		}
	}
}

func numbered(attributes []string) (all []int) {
	for a := range attributes {
		all = append(all, a)
	}
	return all
}

// asCollected takes the design of the pilot: forms of the attributes that the
// same raters judged, or the calls that the data hold, records with several scores, each
// at the price that the data give a call.
func (p *Pilot) asCollected(d *Design, mode string, blocks *moments.Blocks) {
	d.Kind = model.DesignSingle
	attributes, calls := p.Data.Attributes, p.Data.Calls
	switch {
	case p.Raters.Any() && p.Together() == nil:
		d.Why = "this file of moments does not say which attributes the same raters judged"
		return
	case blocks.ByPosition:
		d.onForms(attributes, [][]int{numbered(attributes)}, nil)
		d.Why = "the first judgments of an object's attributes are of one person or call, the second judgments of another: their errors are correlated"
		return
	case !p.Raters.Any():
		d.Why = "the judgments carry no rater ids, so each counts as another rater's; if one person or call gives several of these, set the design form"
		return
	case mode == model.RatersPaper:
		d.Why = "raters paper takes every judgment as another rater's"
		return
	case len(calls) > 0:
		forms := make([][]int, len(calls))
		for i, c := range calls {
			for _, name := range c.Attributes {
				forms[i] = append(forms[i], slices.Index(attributes, name))
			}
		}
		d.onForms(attributes, forms, calls)
		d.Why = calls[0].Why
		return
	case len(p.Together()) == 0:
		d.Why = "no two attributes of an object are judged mostly by the same raters"
		return
	}
	if d.onForms(attributes, p.Together(), nil); d.Kind == model.DesignForm {
		d.Why = fmt.Sprintf("the same raters judged all %d attributes of an object", len(attributes))
		if d.Offer = judges(attributes); d.Offer != nil {
			var names []string
			for _, sheet := range d.Offer {
				names = append(names, sheet.Name)
			}
			d.Why += fmt.Sprintf("; if each of %s is a judge whose criteria are asked together, make each a sheet, '%s' and so on", figure.First(names, namesListed), d.Offer[0])
		}
		return
	}
	var list []string
	for _, f := range d.Forms {
		list = append(list, fmt.Sprintf("%s (%s)", f.Name, figure.First(NamesAt(attributes, f.Attributes), namesListed)))
	}
	d.Why = "the same raters judged together " + strings.Join(list, "; ")
}

// onForms takes forms of attributes, at the prices of calls if they are that; one of all attributes
// is the form, or the call, of everything.
func (d *Design) onForms(attributes []string, forms [][]int, calls []model.Sheet) {
	d.Kind = model.DesignSheets
	for i, form := range forms {
		f := Form{Name: formName(attributes, forms, i), Attributes: form}
		if calls != nil {
			f.Price = calls[i].Price
		}
		d.Forms = append(d.Forms, f)
	}
	switch whole := len(forms) == 1 && len(forms[0]) == len(attributes); {
	case whole && d.Forms[0].Price > 0:
		d.Kind = model.DesignCall
	case whole:
		d.Kind = model.DesignForm
	}
}

// FormsOf returns the groups of two attributes or more that the same raters
// judged, each rising, in the order of their first attributes; nil where a file of moments does
// not say.
func FormsOf(ds *model.Dataset, links *moments.Links) [][]int {
	if links == nil {
		return nil
	}
	groups := make([][]int, len(ds.Attributes))
	for a, form := range links.Forms() {
		groups[form] = append(groups[form], a)
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) < 2 })
}

const namesListed = 4

// NamesAt are the names of some attributes.
func NamesAt(attributes []string, some []int) (names []string) {
	for _, a := range some {
		names = append(names, attributes[a])
	}
	return names
}

// formName names the i-th of several forms: by what stands before the point in
// the names of all its attributes and of no other form's, or else by number.
func formName(attributes []string, forms [][]int, i int) string {
	if len(forms) == 1 {
		return "form"
	}
	own, alike := judgeOf(attributes[forms[i][0]])
	for g, form := range forms {
		for _, a := range form {
			if judge, ok := judgeOf(attributes[a]); g == i && (!ok || judge != own) || g != i && ok && judge == own {
				alike = false
			}
		}
	}
	if alike {
		return own
	}
	return fmt.Sprintf("form %d", i+1)
}

// judgeOf is JUDGE of an attribute JUDGE.CRITERION.
func judgeOf(attribute string) (string, bool) {
	judge, criterion, ok := strings.Cut(attribute, ".")
	return judge, ok && judge != "" && criterion != ""
}

// judges returns a sheet for each judge where all attributes are called
// JUDGE.CRITERION, by two judges at least with two criteria at least; else nil.
func judges(attributes []string) []model.Sheet {
	var names []string
	criteria := make(map[string]int)
	for _, a := range attributes {
		judge, ok := judgeOf(a)
		if !ok {
			return nil
		}
		if criteria[judge]++; criteria[judge] == 1 {
			names = append(names, judge)
		}
	}
	if len(names) < 2 {
		return nil
	}
	var sheets []model.Sheet
	for _, judge := range names {
		if criteria[judge] < 2 || strings.Contains(judge, "=") {
			return nil
		}
		sheets = append(sheets, model.Sheet{Name: judge, Attributes: []string{model.GlobOf(judge) + ".*"}})
	}
	return sheets
}

// Priced tells whether some form is paid as a whole.
func (d *Design) Priced() bool {
	return slices.ContainsFunc(d.Forms, func(f Form) bool { return f.Price > 0 })
}

// Bundled tells whether calls are bought whole: several forms, each at a price.
func (d *Design) Bundled() bool {
	return len(d.Forms) > 1 && !slices.ContainsFunc(d.Forms, func(f Form) bool { return f.Price == 0 })
}

// Whole tells whether one priced call asks all attributes.
func (d *Design) Whole(attributes int) bool {
	return len(d.Forms) == 1 && d.Forms[0].Price > 0 && len(d.Forms[0].Attributes) == attributes
}

// Raters is what the data say about who judged; the zero value has seen nothing.
type Raters struct {
	Known    int  // raters with an id
	Nameless int  // rows or calls that stand for raters of their own
	Panel    bool // the same few raters judged nearly everything

	objects []int // judged by each rater, where these are few
	judged  int   // objects with a judgment
}

func (f Raters) Any() bool { return f.Known+f.Nameless > 0 }

// A panel is at most panelRaters raters who judged at least panelObjects
// objects each and panelShare of all (docs/research/method.md section 11).
const (
	panelRaters  = 50
	panelObjects = 50
	panelShare   = 0.8
)

// Add counts a data set, or a further part whose raters have the same numbers.
func (f *Raters) Add(ds *model.Dataset) {
	f.Known, f.Nameless, f.Panel = ds.NamedRaters(), len(ds.Raters)-ds.NamedRaters(), false
	if f.Nameless > 0 || f.Known > panelRaters {
		return
	}
	f.objects = append(f.objects, make([]int, f.Known-len(f.objects))...)
	last := make([]int, f.Known)
	for i := range ds.Objects {
		if ds.Start[i] < ds.Start[i+1] {
			f.judged++
		}
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			if w := ds.Rater[j]; w != model.NoRater && last[w] != i+1 {
				last[w] = i + 1
				f.objects[w]++
			}
		}
	}
	f.Panel = f.Known > 0 && !slices.ContainsFunc(f.objects, func(n int) bool {
		return n < panelObjects || float64(n) < panelShare*float64(f.judged)
	})
}

// Mode resolves the raters asked for, and says why. Whether a panel is fit is for the moments to say.
func (f Raters) Mode(asked string) (string, string) {
	switch {
	case asked != "" && asked != model.RatersAuto:
		return asked, "as asked"
	case f.Known == 0 && f.Nameless > 0:
		return model.RatersAware, "no rater is known by id; the judgments of a row or call count as by one rater"
	case f.Known == 0:
		return model.RatersPaper, "the judgments carry no rater ids"
	case f.Panel && f.Known == 1:
		return model.RatersFixed, "one rater judged nearly all objects and will judge future objects too; raters aware takes the rater as one of others"
	case f.Panel:
		return model.RatersFixed, fmt.Sprintf(
			"%d raters judged nearly all objects: a panel that will judge future objects too; raters aware takes them as a sample of others", f.Known)
	}
	return model.RatersAware, fmt.Sprintf("%d raters are known by id", f.Known)
}
