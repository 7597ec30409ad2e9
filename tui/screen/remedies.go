package screen

import (
	"errors"
	"strings"

	"fms-tui/model"
)

// remedyKeys are the keys that make choices.
var remedyKeys = map[model.Option]string{
	model.OptionRaters: "R", model.OptionDesign: "R", model.OptionSheet: "R", model.OptionShrink: "h", model.OptionLabelBy: "L", model.OptionRidge: "r",
	model.OptionExclude: "space", model.OptionLabel: "l", model.OptionOrdered: "l", model.OptionCost: "c", model.OptionReliability: "i",
}

// AdviseKeys joins the problem and its remedies, each remedy with its key. Remedies
// that only the command line offers are named by their flags.
func AdviseKeys(message string, remedies ...model.Remedy) string {
	var parts []string
	for _, r := range remedies {
		if r == (model.Remedy{}) {
			continue
		}
		choice := strings.TrimSpace(string(r.Option) + " " + r.Value)
		if key, ok := remedyKeys[r.Option]; ok {
			choice += " (" + key + ")"
		} else {
			choice = "--" + choice
		}
		parts = append(parts, strings.TrimSpace(choice+" "+r.Does))
	}
	switch {
	case len(parts) == 0:
		return message
	case message == "" || strings.HasSuffix(message, "?"):
		return strings.TrimSpace(message + " " + strings.Join(parts, "; "))
	}
	return message + "; " + strings.Join(parts, "; ")
}

// adviseError says what is wrong, and with keys what helps.
func adviseError(err error) string {
	var advised *model.AdvisedError
	if !errors.As(err, &advised) {
		return err.Error()
	}
	return AdviseKeys(err.Error(), advised.Remedies...)
}
