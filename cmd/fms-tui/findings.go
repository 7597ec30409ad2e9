package main

import (
	"strings"

	"fms-tui/model"
)

// grouped puts findings together that say the same of several attributes: the
// first of them lists the others. Numbers may differ.
func grouped(findings []model.Warning) []model.Warning {
	var out []model.Warning
	at := make(map[string]int)
	others := make(map[int][]string)
	for _, w := range findings {
		key := w.Code + "\x00" + template(w)
		i, known := at[key]
		if w.Attribute == "" || !known {
			at[key] = len(out)
			out = append(out, w)
			continue
		}
		others[i] = append(others[i], w.Attribute)
	}
	for i, names := range others {
		out[i].Message += "; likewise " + some(names)
	}
	return out
}

// template is what a finding says of any attribute, with any numbers.
func template(w model.Warning) string {
	message := w.Message
	if w.Attribute != "" {
		message = strings.ReplaceAll(message, w.Attribute, "\x01")
	}
	number := false
	return strings.Map(func(c rune) rune {
		digit := c >= '0' && c <= '9' || number && c == '.'
		if digit && number {
			return -1
		}
		if number = digit; digit {
			return '#'
		}
		return c
	}, message)
}
