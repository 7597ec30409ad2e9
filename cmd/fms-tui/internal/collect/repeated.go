package collect

import (
	"encoding/json"
	"fmt"
	"strings"

	"fms-tui/model/order"
)

// Repetition counts how answers to the same question repeat each other.
type Repetition struct {
	Cells    int // objects and questions with two answers at least
	Equal    int // of them, the cells whose answers are all the same numbers
	Verbatim int // of Texts, the cells with two answers that are the same word for word
	Texts    int // of Cells, the cells whose answers hold text besides numbers
}

// fewestCells is how many cells must have equal numbers before chance is no longer the
// likely cause.
const fewestCells = 10

// Repeated looks for answers that were not given anew.
func Repeated(calls []order.Call, j *Journal) Repetition {
	outputs := make(map[string][]*Answer)
	var keys []string
	for i := range calls {
		a := j.Answer(&calls[i])
		if a == nil {
			continue
		}
		c := calls[i]
		c.Repeat, c.Attributes = 0, nil
		k := key(&c)
		if outputs[k] == nil {
			keys = append(keys, k)
		}
		outputs[k] = append(outputs[k], a)
	}
	var r Repetition
	for _, k := range keys {
		r.add(outputs[k])
	}
	return r
}

func (r *Repetition) add(answers []*Answer) {
	if len(answers) < 2 {
		return
	}
	r.Cells++
	equal, twice, texts := true, false, true
	seen := make(map[string]bool)
	for _, a := range answers {
		equal = equal && fmt.Sprint(a.Values) == fmt.Sprint(answers[0].Values)
		twice = twice || seen[a.Output]
		seen[a.Output] = true
		texts = texts && wordy(a.Output)
	}
	if equal {
		r.Equal++
	}
	if texts {
		r.Texts++
		if twice {
			r.Verbatim++
		}
	}
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

// Warning says that answers seem to be cached, "" where they do not.
func (r Repetition) Warning() string {
	const why = "the answers are cached, or the judge always says the same: then repeats cost money and add nothing"
	switch {
	case r.Verbatim > 0:
		return fmt.Sprintf("answers repeat word for word in %d of %d objects and questions that were asked more than once: %s", r.Verbatim, r.Texts, why)
	case r.Cells >= fewestCells && r.Equal == r.Cells:
		return fmt.Sprintf("all repeats are equal, in each of %d objects and questions that were asked more than once: %s", r.Cells, why)
	}
	return ""
}
