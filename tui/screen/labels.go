package screen

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/model"
	"fms-tui/tui/chart"
)

// labelChoice is something to predict, and what choosing it does.
type labelChoice struct {
	name, what string
	present    bool
	take       func() tea.Cmd
}

// nameWidth is the widest name of a label in a list.
const nameWidth = 24

// ChooseLabel lists what can be predicted: the labels with their classes, one class against
// the rest, classes in order, and a further label by the same judgments.
func (a *Question) ChooseLabel() tea.Cmd {
	if why := a.LabelOff(); why != "" {
		return a.Say(why) // the name in the header was clicked
	}
	choices := a.labelChoices()
	var items []string
	width, at := 0, 0
	for i, c := range choices {
		width = max(width, min(chart.Width(c.name), nameWidth))
		if c.present {
			at = i
		}
	}
	for _, c := range choices {
		item := c.name
		if c.what != "" {
			item += strings.Repeat(" ", max(0, width-chart.Width(c.name))) + "  " + c.what
		}
		items = append(items, item)
	}
	a.desk.Choose("Label", items, at, "l", func(i int) tea.Cmd { return choices[i].take() })
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

// labelChoices are what can be predicted.
func (a *Question) labelChoices() (all []labelChoice) {
	labels, now := a.Opt.Study.Data().Labels, a.Shown.Result
	for i := range labels {
		l := &labels[i]
		alone := now.Label == l.Name && len(now.Labels()) == 1 && len(now.Settings.Ordered) == 0
		all = append(all, labelChoice{chart.Clean(l.Name), labelWords(l, len(labels) > 1), alone, func() tea.Cmd { return a.Predict(l.Name, nil) }})
	}
	for i := range labels {
		if l := &labels[i]; len(l.Classes) > 2 && l.Values != nil {
			all = append(all, a.classChoices(l)...)
		}
	}
	return append(all, a.furtherChoices()...)
}

// labelWords say what the values of a label are.
func labelWords(l *model.Label, several bool) string {
	names := cleaned(l.ClassNames())
	switch {
	case l.Ordered:
		return strings.Join(names, " < ")
	case len(names) > 0:
		return strings.Join(names, ", ")
	case several:
		return "numbers"
	}
	return ""
}

// classChoices are a label of three classes or more in order, and one of its classes against
// the rest.
func (a *Question) classChoices(l *model.Label) (all []labelChoice) {
	now, name := a.Shown.Result.Settings, chart.Clean(l.Name)
	if !l.Ordered {
		what := "type the order, from low to high"
		present := a.Shown.Result.Label == l.Name && len(now.Ordered) > 0
		if present {
			what = strings.Join(cleaned(now.Ordered), " < ")
		}
		all = append(all, labelChoice{name + " in order…", what, present, func() tea.Cmd { return a.typeOrder(l) }})
	}
	for _, class := range l.Classes {
		one := l.Name + "=" + class
		all = append(all, labelChoice{
			chart.Clean(one), chart.Clean(class) + " against the rest", a.Shown.Result.Label == one, func() tea.Cmd { return a.Predict(one, nil) },
		})
	}
	return all
}

// furtherChoices predict one more label by the same judgments, or no more.
func (a *Question) furtherChoices() (all []labelChoice) {
	shown := a.Shown.Result.Labels()
	for _, l := range a.Opt.Study.Data().Labels {
		if slices.Contains(shown, l.Name) || strings.HasPrefix(shown[0], l.Name+"=") || l.Values == nil {
			continue
		}
		all = append(all, labelChoice{"+ " + chart.Clean(l.Name), "too, by the same judgments", false, func() tea.Cmd {
			return a.Alter(func(s *State) { s.Settings = s.Settings.WithFurther(model.Further{Name: l.Name, Weight: 1}) })
		}})
	}
	return all
}

// Predict makes a label the only one, with an order of its classes or as the data have it.
func (a *Question) Predict(label string, ordered []string) tea.Cmd {
	s := a.State
	s.Settings.Label, s.Settings.Ordered, s.Settings.Also = label, ordered, nil
	if s.Settings.Label != a.Shown.Result.Label || !slices.Equal(ordered, a.Shown.Result.Settings.Ordered) {
		s.Decision = decision{} // which was about another label
	}
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
func orderOf(l *model.Label, text string) ([]string, error) {
	separator := ","
	if strings.Contains(text, "<") {
		separator = "<"
	}
	var ordered, missing []string
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
	for _, class := range l.Classes {
		if !slices.Contains(ordered, class) {
			missing = append(missing, class)
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("missing: %s", strings.Join(missing, ", "))
	}
	return ordered, nil
}
