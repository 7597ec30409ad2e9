package collect

import (
	"encoding/json"
	"fmt"
	"strings"

	"fms-tui/model/order"
)

// fewestCells is how many cells must have equal numbers before chance is no longer the
// likely cause.
const fewestCells = 10

// Repeated says that answers seem to be cached, "" where they were given anew. It looks at objects
// and questions, the cells, with two answers at least.
func Repeated(calls []order.Call, j *Journal) string {
	of := make(map[string][]*Answer)
	for _, c := range calls {
		if a := j.Answer(&c); a != nil {
			c.Repeat, c.Attributes = 0, nil
			of[key(&c)] = append(of[key(&c)], a)
		}
	}
	cells, same, texts, verbatim := 0, 0, 0, 0
	count := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	for _, answers := range of {
		equal, twice, text := true, false, true
		seen := make(map[string]bool)
		for _, a := range answers {
			equal = equal && fmt.Sprint(a.Values) == fmt.Sprint(answers[0].Values)
			twice = twice || seen[a.Output]
			seen[a.Output] = true
			text = text && wordy(a.Output)
		}
		several := len(answers) > 1
		count(&cells, several)
		count(&same, several && equal)
		count(&texts, several && text)
		count(&verbatim, several && text && twice)
	}
	const why = "the answers are cached, or the judge always says the same: then repeats cost money and add nothing"
	switch {
	case verbatim > 0:
		return fmt.Sprintf("answers repeat word for word in %d of %d objects and questions that were asked more than once: %s", verbatim, texts, why)
	case cells >= fewestCells && same == cells:
		return fmt.Sprintf("all repeats are equal, in each of %d objects and questions that were asked more than once: %s", cells, why)
	}
	return ""
}

// wordy tells whether an answer holds a text that nobody writes twice by chance.
func wordy(output string) bool {
	const long = 20
	var object map[string]any
	if json.Unmarshal([]byte(output), &object) != nil {
		return false
	}
	for _, v := range object {
		if s, is := v.(string); is && len(strings.TrimSpace(s)) >= long {
			return true
		}
	}
	return false
}
