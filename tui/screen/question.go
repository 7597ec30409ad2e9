package screen

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
)

// Question is what the user has set, and the record of it.
type Question struct {
	*Session

	State   State // what the user wants
	History history
	Wide    bool     // every algorithm is wanted that the data allow
	refused struct { // algorithms whose questions were refused under settings
		settings   model.Settings
		algorithms []selection.Algorithm
	}
}

// State is everything a user can set. It is one immutable value: a change
// makes a new one, so the states before it are the undo record.
type State struct {
	View
	Settings model.Settings
	Range    model.Amount // end of the slider; 0 is the usual one
	// Wide says that every algorithm is wanted that the data allow. It goes with the screen shown and is not undone.
	Wide bool
}

// View is what is looked at of an answer.
type View struct {
	Budget    model.Amount
	Algorithm selection.Algorithm // the active one
	Compared  selection.Algorithm // the one it is compared with; "" is the usual one
	Sort      Column
	Reverse   bool
	Scale     Scale
	Ballot    ballot       // of the Votes screen
	Partial   partialState // of the Partial screen
}

// AnsweredBy tells whether the answer to o's question answers s too: they differ at most in what is looked at.
func (s State) AnsweredBy(o State) bool {
	return s.Range == o.Range && s.Settings.Equal(o.Settings) && (o.Wide || !s.Wide && slices.Equal(s.extra(), o.extra()))
}

// extra are the active algorithm and the algorithm compared with it, unless they are among the standard algorithms.
func (s State) extra() (extra []selection.Algorithm) {
	for _, alg := range []selection.Algorithm{s.Algorithm, s.comparedWith()} {
		if !slices.Contains(selection.Algorithms(), alg) {
			extra = append(extra, alg)
		}
	}
	return extra
}

// comparedWith is the algorithm that the active one is compared with: what the user
// chose, or Scoring, which looks at attributes one by one.
func (s State) comparedWith() selection.Algorithm {
	switch {
	case s.Compared != "" && s.Compared != s.Algorithm:
		return s.Compared
	case s.Algorithm == selection.Scoring:
		return selection.Full
	}
	return selection.Scoring
}

// lookingAt returns o with what s looks at, as far as o's Result has it: the same question, seen as in s.
func (s State) lookingAt(o Shown) State {
	seen, was := o.State, o.State
	seen.View = s.View
	if !o.Result.Ready(s.Budget) {
		seen.Budget = was.Budget
	}
	if !o.has(s) {
		seen.Algorithm, seen.Compared = was.Algorithm, was.Compared
	}
	return seen
}

func (s State) Equal(o State) bool { return s.AnsweredBy(o) && s.View == o.View }

// history holds the states before and after the present one.
type history struct {
	Past, Future []State
	last         change // what kind of change led to the present
}

// change is a kind of change. Changes of one kind in a row that merge count as
// one: a drag, or a run of steps with the arrow keys, is undone at once.
type change int

const (
	ChangeSetting change = iota // stands alone
	changeBudget                // merges with others of its kind
	changeDial                  // likewise
)

const historyDepth = 500

// Close ends a run of changes that merge.
func (h *history) Close() { h.last = ChangeSetting }

func (a *Question) Set(s State, c change) {
	if s.Equal(a.State) {
		return
	}
	h := &a.History
	if h.Future = nil; c == ChangeSetting || h.last != c || len(h.Past) == 0 {
		h.last, h.Past = c, append(h.Past, a.State)
		h.Past = h.Past[max(len(h.Past)-historyDepth, 0):]
	}
	a.Turn(s)
}

// Alter makes the present state another one, as a change that stands alone.
func (a *Question) Alter(with func(s *State)) {
	s := a.State
	with(&s)
	a.Set(s, ChangeSetting)
}

// Undo goes to the state before the present one, and Redo to the one that was undone last.
func (a *Question) Undo() { a.move(&a.History.Past, &a.History.Future) }

func (a *Question) Redo() { a.move(&a.History.Future, &a.History.Past) }

func (a *Question) move(from, to *[]State) {
	n := len(*from)
	if n == 0 {
		return
	}
	a.History.Close()
	s := (*from)[n-1]
	*from, *to = (*from)[:n-1], append(*to, a.State)
	a.Turn(s)
}

func (a *Question) NextAlgorithm() {
	a.Alter(func(s *State) { s.Algorithm = a.nextTo(s.Algorithm) })
}

func (a *Question) NextCompared() {
	next := a.nextTo(a.State.comparedWith())
	if next == a.State.Algorithm {
		next = a.nextTo(next)
	}
	a.compareWith(next)
}

// nextTo is the next algorithm that is not known to be refused. The answer to the first question for it says why.
func (a *Question) nextTo(alg selection.Algorithm) selection.Algorithm {
	all, settings := selection.AllAlgorithms(), a.State.Settings
	i, answered, noted := slices.Index(all, alg), settings.Equal(a.Shown.State.Settings), settings.Equal(a.refused.settings)
	for n := range all {
		next := all[(i+1+n)%len(all)]
		if !(answered && a.Shown.Result.Refused(next) != nil || noted && slices.Contains(a.refused.algorithms, next)) {
			return next
		}
	}
	return alg
}

// noteRefusal notes that a state's question was refused for its algorithms, if it was: the shown
// Result has the same settings.
func (a *Question) noteRefusal(s State) {
	if !s.Settings.Equal(a.Shown.State.Settings) || s.Range != a.Shown.State.Range {
		return
	}
	if !s.Settings.Equal(a.refused.settings) {
		a.refused.settings, a.refused.algorithms = s.Settings, nil
	}
	for _, alg := range s.extra() {
		if !a.Shown.Result.Has(alg) {
			a.refused.algorithms = append(a.refused.algorithms, alg)
		}
	}
}

func (a *Question) compareWith(alg selection.Algorithm) {
	a.Alter(func(s *State) { s.Compared = alg })
	a.Say(fmt.Sprintf("%s is compared with %s: its rolls, its line and its repeats", a.State.Algorithm, alg))
}

// swapWith makes an algorithm active, and compares it with the one that was.
func (a *Question) swapWith(alg selection.Algorithm) {
	a.Alter(func(s *State) { s.Algorithm, s.Compared = alg, s.Algorithm })
}

// settingValues are the values of settings that a key goes through, each with what it means.
var settingValues = map[model.Option][]struct{ text, means string }{
	model.OptionShrink: {
		{"auto", "label covariances shrunk to what the pilot can vouch for"},
		{"none", "the paper's label covariances, as estimated"},
	},
	model.OptionMaxRepeats: {
		{"auto", "no more of an attribute than objects hold, unless that costs R² .02"},
		{"cells", "no more of an attribute than objects hold"},
		{"none", "any number of judgments: beyond what objects hold it is a forecast"},
	},
	model.OptionLabelBy: {
		{model.LabelByUnknown, "who gave the label is unknown: the data are looked at for signs"},
		{model.LabelBySame, "the label is given by the raters of the judgments, of new objects too"},
		{model.LabelByOthers, "the label is given by others than the raters of the judgments"},
	},
}

// NextSetting goes on to the next value of a setting, the first behind the last and behind any
// other, and says what that means.
func (a *Question) NextSetting(o model.Option) {
	f, all := model.FieldOf(o), settingValues[o]
	now := f.Text(a.State.Settings)
	to := all[(slices.IndexFunc(all, func(v struct{ text, means string }) bool { return v.text == now })+1)%len(all)]
	settings, err := f.Set(a.State.Settings, "", to.text)
	if err != nil {
		panic("screen: " + err.Error())
	}
	a.Alter(func(s *State) { s.Settings = settings })
	a.Say(fmt.Sprintf("%s (--%s %s)", to.means, o, to.text))
}

// nameWidth is the widest name of a label in a list.
const nameWidth = 24

// labelChoice is something to predict, and what choosing it does.
type labelChoice struct {
	name, what string
	present    bool
	take       func()
}

// ChooseLabel lists what can be predicted: the labels with their classes, one class against
// the rest, classes in order, and a further label by the same judgments.
func (a *Question) ChooseLabel() {
	if why := a.LabelOff(); why != "" {
		a.Say(why)
		return // the name in the header was clicked
	}
	choices := a.labelChoices()
	width := 0
	for _, c := range choices {
		width = max(width, min(chart.Width(c.name), nameWidth))
	}
	var items []string
	for _, c := range choices {
		items = append(items, strings.TrimRight(Pad(c.name, width)+"  "+c.what, " "))
	}
	at := slices.IndexFunc(choices, func(c labelChoice) bool { return c.present })
	a.desk.Choose("Label", items, max(at, 0), "l", func(i int) { choices[i].take() })
}

func (a *Question) LabelOff() string {
	labels := a.Opt.Study.Data().Labels
	if len(labels) < 2 && (len(labels[0].Classes) < 3 || labels[0].Values == nil) {
		return "these data have one label, " + a.Shown.Result.Label
	}
	return ""
}

// labelChoices are what can be predicted: each label, then of labels with three classes or more
// these in order and one of them against the rest, then one more label by the same judgments.
func (a *Question) labelChoices() (all []labelChoice) {
	labels, now := a.Opt.Study.Data().Labels, a.Shown.Result
	shown, ordered := now.Labels(), now.Settings.Ordered
	add := func(name, what string, present bool, take func()) {
		all = append(all, labelChoice{chart.Clean(name), what, present, take})
	}
	for i := range labels {
		l := &labels[i]
		names, what := cleaned(l.ClassNames()), ""
		switch {
		case l.Ordered:
			what = strings.Join(names, " < ")
		case len(names) > 0:
			what = strings.Join(names, ", ")
		case len(labels) > 1:
			what = "numbers"
		}
		add(l.Name, what, now.Label == l.Name && len(shown) == 1 && len(ordered) == 0, func() { a.Predict(l.Name, nil) })
	}
	for i := range labels {
		l := &labels[i]
		if len(l.Classes) < 3 || l.Values == nil {
			continue
		}
		if !l.Ordered {
			what, present := "type the order, from low to high", now.Label == l.Name && len(ordered) > 0
			if present {
				what = strings.Join(cleaned(ordered), " < ")
			}
			add(l.Name+" in order…", what, present, func() { a.typeOrder(l) })
		}
		for _, class := range l.Classes {
			one := l.Name + "=" + class
			add(one, chart.Clean(class)+" against the rest", now.Label == one, func() { a.Predict(one, nil) })
		}
	}
	for _, l := range labels {
		if !slices.Contains(shown, l.Name) && !strings.HasPrefix(shown[0], l.Name+"=") && l.Values != nil {
			add("+ "+l.Name, "too, by the same judgments", false, func() {
				a.Alter(func(s *State) { s.Settings = s.Settings.WithFurther(model.Further{Name: l.Name, Weight: 1}) })
			})
		}
	}
	return all
}

// Predict makes a label the only one, with an order of its classes or as the data have it.
func (a *Question) Predict(label string, ordered []string) {
	s := a.State
	s.Settings.Label, s.Settings.Ordered, s.Settings.Also = label, ordered, nil
	a.Set(s, ChangeSetting)
}

func (a *Question) typeOrder(l *model.Label) {
	now := l.Classes
	if ordered := a.Shown.Result.Settings.Ordered; len(ordered) > 0 && a.Shown.Result.Label == l.Name {
		now = ordered
	}
	a.desk.Type(fmt.Sprintf("Order of %s:", chart.Clean(l.Name)), "from low to high, with < or a comma between; esc to cancel", strings.Join(now, " < "),
		func(text string) (func(), error) {
			ordered, err := orderOf(l, text)
			return func() { a.Predict(l.Name, ordered) }, err
		})
}

// orderOf reads the classes of a label from low to high.
func orderOf(l *model.Label, text string) (ordered []string, err error) {
	separator := ","
	if strings.Contains(text, "<") {
		separator = "<"
	}
	for name := range strings.SplitSeq(text, separator) {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
		case !slices.Contains(l.Classes, name):
			return nil, fmt.Errorf("%q is no class: the classes are %s", name, strings.Join(l.Classes, ", "))
		case slices.Contains(ordered, name):
			return nil, fmt.Errorf("%q stands there twice", name)
		default:
			ordered = append(ordered, name)
		}
	}
	missing := slices.DeleteFunc(slices.Clone(l.Classes), func(class string) bool { return slices.Contains(ordered, class) })
	if len(missing) > 0 {
		return nil, fmt.Errorf("missing: %s", strings.Join(missing, ", "))
	}
	return ordered, nil
}
