package screen

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/model"
	"fms-tui/tui/chart"
)

// nameWidth is the widest name of a label in a list.
const nameWidth = 24

// labelChoice is something to predict, and what choosing it does.
type labelChoice struct {
	name, what string
	present    bool
	take       func() tea.Cmd
}

// ChooseLabel lists what can be predicted: the labels with their classes, one class against
// the rest, classes in order, and a further label by the same judgments.
func (a *Question) ChooseLabel() tea.Cmd {
	if why := a.LabelOff(); why != "" {
		return a.Say(why) // the name in the header was clicked
	}
	choices := a.labelChoices()
	width := 0
	for _, c := range choices {
		width = max(width, min(chart.Width(c.name), nameWidth))
	}
	var items []string
	for _, c := range choices {
		items = append(items, strings.TrimRight(pad(c.name, width)+"  "+c.what, " "))
	}
	at := slices.IndexFunc(choices, func(c labelChoice) bool { return c.present })
	a.desk.Choose("Label", items, max(at, 0), "l", func(i int) tea.Cmd { return choices[i].take() })
	return nil
}

// LabelOff says why there is nothing else to predict; "" where there is.
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
	add := func(name, what string, present bool, take func() tea.Cmd) {
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
		add(l.Name, what, now.Label == l.Name && len(shown) == 1 && len(ordered) == 0, func() tea.Cmd { return a.Predict(l.Name, nil) })
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
			add(l.Name+" in order…", what, present, func() tea.Cmd { return a.typeOrder(l) })
		}
		for _, class := range l.Classes {
			one := l.Name + "=" + class
			add(one, chart.Clean(class)+" against the rest", now.Label == one, func() tea.Cmd { return a.Predict(one, nil) })
		}
	}
	for _, l := range labels {
		if !slices.Contains(shown, l.Name) && !strings.HasPrefix(shown[0], l.Name+"=") && l.Values != nil {
			add("+ "+l.Name, "too, by the same judgments", false, func() tea.Cmd {
				return a.Alter(func(s *State) { s.Settings = s.Settings.WithFurther(model.Further{Name: l.Name, Weight: 1}) })
			})
		}
	}
	return all
}

// Predict makes a label the only one, with an order of its classes or as the data have it.
func (a *Question) Predict(label string, ordered []string) tea.Cmd {
	s := a.State
	s.Settings.Label, s.Settings.Ordered, s.Settings.Also = label, ordered, nil
	return a.Set(s, ChangeSetting)
}

// typeOrder asks for the order of a label's classes.
func (a *Question) typeOrder(l *model.Label) tea.Cmd {
	now := l.Classes
	if ordered := a.Shown.Result.Settings.Ordered; len(ordered) > 0 && a.Shown.Result.Label == l.Name {
		now = ordered
	}
	a.desk.Type(fmt.Sprintf("Order of %s:", chart.Clean(l.Name)), "from low to high, with < or a comma between; esc to cancel", strings.Join(now, " < "),
		func(text string) (func() tea.Cmd, error) {
			ordered, err := orderOf(l, text)
			return func() tea.Cmd { return a.Predict(l.Name, ordered) }, err
		})
	return nil
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
