package collect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model"
	"fms-tui/model/order"
)

// Answer is what a command said to a call.
type Answer struct {
	Values []float64    // by the attributes that the call asks for
	Cost   model.Amount // that the command names, or else the call's price
	Output string       // as printed, without space around it
}

// keys of an object that hold the answer to a single question.
var answerKeys = []string{"judgment", "score", "value", "answer", "rating"}

// groupKeys of an object may hold the answers to a form.
var groupKeys = []string{"judgments", "scores", "answers", "values"}

// parse reads what a command printed: a number, or JSON with the number under the
// attribute's name or one of answerKeys. For a form it is an object with a number for
// every attribute, or a list in their order. A key "cost" names what the call cost.
func parse(c *order.Call, output []byte) (*Answer, error) {
	text := string(bytes.TrimSpace(output))
	if text == "" {
		return nil, errors.New("the command printed nothing: it prints a number, or JSON")
	}
	a := &Answer{Cost: c.Price, Output: text}
	var object map[string]json.RawMessage
	var list []json.RawMessage
	isObject := text[0] == '{' && json.Unmarshal([]byte(text), &object) == nil
	isList := text[0] == '[' && json.Unmarshal([]byte(text), &list) == nil
	if raw, has := object["cost"]; has && !slices.Contains(c.Asks(), "cost") {
		var err error
		if a.Cost, err = model.ParseAmount(strings.Trim(string(raw), `"`)); err != nil {
			return nil, fmt.Errorf(`the answer's "cost": %w`, err)
		}
	}
	asks := c.Asks()
	for i, attribute := range asks {
		var raw json.RawMessage
		switch {
		case isObject:
			raw = find(object, c, attribute)
		case isList && len(list) == len(asks):
			raw = list[i]
		case !isObject && !isList && len(asks) == 1:
			raw = json.RawMessage(text)
		}
		x, err := number(raw)
		if err != nil {
			return nil, fmt.Errorf("the answer %s holds no number for %q%s", cut(strconv.Quote(text)), attribute, accepted(c))
		}
		a.Values = append(a.Values, x)
	}
	return a, nil
}

// accepted says what a command may print.
func accepted(c *order.Call) string {
	if c.Form != "" {
		return ": accepted is an object with a number for each of the call's attributes, or a list of numbers in their order"
	}
	return `: accepted is a number, or an object such as {"score": 4}`
}

// find returns what an object says about an attribute, nil for nothing. A judge need
// not repeat its own name before the criterion's.
func find(object map[string]json.RawMessage, c *order.Call, attribute string) json.RawMessage {
	names := []string{attribute}
	if rest, cut := strings.CutPrefix(attribute, c.Judge+"."); cut && c.Judge != "" {
		names = append(names, rest)
	}
	for _, name := range names {
		if raw, has := object[name]; has {
			return raw
		}
	}
	if c.Form == "" {
		for _, key := range answerKeys {
			if raw, has := object[key]; has {
				return raw
			}
		}
		return nil
	}
	for _, key := range groupKeys {
		var inner map[string]json.RawMessage
		if json.Unmarshal(object[key], &inner) != nil {
			continue
		}
		for _, name := range names {
			if raw, has := inner[name]; has {
				return raw
			}
		}
	}
	return nil
}

// number reads a number, a number in quotes, or true and false as 1 and 0.
func number(raw json.RawMessage) (float64, error) {
	text := strings.TrimSpace(string(raw))
	switch text {
	case "true":
		return 1, nil
	case "false":
		return 0, nil
	}
	if unquoted, err := strconv.Unquote(text); err == nil {
		text = strings.TrimSpace(unquoted)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
		err = strconv.ErrRange
	}
	return x, err
}

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
	for _, answers := range of {
		if len(answers) < 2 {
			continue
		}
		equal, text, seen := true, true, make(map[string]bool)
		for _, a := range answers {
			equal = equal && slices.Equal(a.Values, answers[0].Values)
			text = text && wordy(a.Output)
			seen[a.Output] = true
		}
		if cells++; equal {
			same++
		}
		if text {
			if texts++; len(seen) < len(answers) {
				verbatim++
			}
		}
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
