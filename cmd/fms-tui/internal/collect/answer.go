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

// answerKeys of an object may hold the answer to a single question, and groupKeys the answers to a
// form.
var (
	answerKeys = []string{"judgment", "score", "value", "answer", "rating"}
	groupKeys  = []string{"judgments", "scores", "answers", "values"}
)

// parse reads what a command printed: a number, or JSON with the number under the
// attribute's name or one of answerKeys. For a form it is an object with a number for
// every attribute, or a list in their order. A key "cost" names what the call cost.
func parse(c *order.Call, output []byte) (*Answer, error) {
	text := bytes.TrimSpace(output)
	if len(text) == 0 {
		return nil, errors.New("the command printed nothing: it prints a number, or JSON")
	}
	a, asks := &Answer{Cost: c.Price, Output: string(text)}, c.Asks()
	var object map[string]json.RawMessage
	list := []json.RawMessage{text}
	isObject := json.Unmarshal(text, &object) == nil
	if text[0] == '[' && json.Unmarshal(text, &list) != nil || len(list) != len(asks) {
		list = make([]json.RawMessage, len(asks))
	}
	if raw, has := object["cost"]; has && !slices.Contains(asks, "cost") {
		var err error
		if a.Cost, err = model.ParseAmount(strings.Trim(string(raw), `"`)); err != nil {
			return nil, fmt.Errorf(`the answer's "cost": %w`, err)
		}
	}
	for i, attribute := range asks {
		raw := list[i]
		if isObject {
			raw = find(object, c, attribute)
		}
		x, err := number(raw)
		if err != nil {
			accepted := `a number, or an object such as {"score": 4}`
			if c.Form != "" {
				accepted = "an object with a number for each of the call's attributes, or a list of numbers in their order"
			}
			return nil, fmt.Errorf("the answer %s holds no number for %q: accepted is %s", cut(strconv.Quote(a.Output)), attribute, accepted)
		}
		a.Values = append(a.Values, x)
	}
	return a, nil
}

// find returns what an object says about an attribute, nil for nothing. A judge need
// not repeat its own name before the criterion's.
func find(object map[string]json.RawMessage, c *order.Call, attribute string) json.RawMessage {
	names, places := []string{attribute, strings.TrimPrefix(attribute, c.Judge+".")}, []map[string]json.RawMessage{object}
	if c.Form == "" {
		names = append(names, answerKeys...)
	} else {
		for _, key := range groupKeys {
			var group map[string]json.RawMessage
			_ = json.Unmarshal(object[key], &group) // others have no answers
			places = append(places, group)
		}
	}
	for _, place := range places {
		for _, name := range names {
			if raw, has := place[name]; has {
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
