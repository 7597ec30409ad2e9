package read

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fms-tui/model"
)

// A JSON document of one object holds its records in a list somewhere within.
// The list is walked to, and what stands above it repeats in every record.

// descend replaces the only record, an object that holds its records in a list,
// by these records.
func (t *records) descend(path string) error {
	path = cleanPath(path)
	doc := t.ahead[0]
	if path == "" && isRecordOfTool(t.names) {
		return nil
	}
	list := -1
	best := 0
	for i, f := range doc.fields {
		size := holdsScores(json.RawMessage(f.cell), 0)
		switch {
		case path != "" && (path == f.name || strings.HasPrefix(path, f.name+".")) && strings.HasPrefix(f.cell, "["):
			list, best = i, 1<<30
		case path != "":
		case slices.Contains(knownRecords, f.name) && strings.HasPrefix(f.cell, "["):
			list, best = i, 1<<30
		case size > best:
			list, best = i, size
		}
	}
	if list < 0 {
		return nil
	}
	return t.replaceBy(doc, list)
}

// cleanPath writes results[].items[] as results.items.
func cleanPath(path string) string { return strings.ReplaceAll(strings.TrimSpace(path), "[]", "") }

// replaceBy makes the elements of a list the records.
func (t *records) replaceBy(doc record, list int) error {
	var above []field
	for i, f := range doc.fields {
		if i != list && f.cell != "" && !strings.HasPrefix(f.cell, "[") && !isMeasure(f.name) {
			above = append(above, f)
		}
	}
	t.ahead, t.names, t.index = nil, nil, make(map[string]int)
	if err := eachElement(doc.fields[list].cell, func(n int, raw json.RawMessage) error {
		rec := record{line: doc.line}
		if raw[0] != '{' {
			return &Error{File: t.file, Line: doc.line, Column: fmt.Sprintf("%s[%d]", doc.fields[list].name, n), Value: string(raw[:1]), Message: "is no object: a list of records holds objects alone"}
		}
		err := rec.addObject(t.file, raw, "", 0)
		t.enter(rec)
		return err
	}); err != nil {
		return t.problem(err)
	}
	for n := range t.ahead {
		for _, f := range above {
			if _, taken := t.index[f.name]; taken && n == 0 {
				continue
			}
			if own, known := t.index[f.name]; !known || own >= len(t.names)-len(above) {
				t.ahead[n].fields = append(t.ahead[n].fields, f)
				if !known {
					t.index[f.name] = len(t.names)
					t.names = append(t.names, f.name)
				}
			}
		}
	}
	return nil
}

// enter keeps a record and the names of its fields.
func (t *records) enter(rec record) {
	t.ahead = append(t.ahead, rec)
	for _, f := range rec.fields {
		if _, known := t.index[f.name]; !known {
			t.index[f.name] = len(t.names)
			t.names = append(t.names, f.name)
		}
	}
}

// mostLists bounds how many lists within lists are looked into.
const mostLists = 5

// holdsScores returns 0 unless a JSON text is a list of objects that hold a number and
// a name, or a list of such objects. Deeper lists score higher, then longer lists.
func holdsScores(text json.RawMessage, depth int) int {
	if text = bytes.TrimSpace(text); len(text) == 0 || text[0] != '[' || depth > mostLists {
		return 0
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	if _, err := dec.Token(); err != nil {
		return 0
	}
	best := 0
	for n := 0; dec.More() && n < 10; n++ {
		var element map[string]json.RawMessage
		if err := dec.Decode(&element); err != nil {
			return 0
		}
		number, name := false, false
		for _, v := range element {
			is, called, deeper := kindsOf(v, depth)
			number, name = number || is, name || called
			best = max(best, deeper)
		}
		if number && name {
			best = max(best, 1000*(depth+1)+min(bytes.Count(text, []byte("{")), 999))
		}
	}
	return best
}

// kindsOf tells whether a value is, or an object has, a number and a name, and
// what its lists hold.
func kindsOf(v json.RawMessage, depth int) (number, name bool, deeper int) {
	switch v = bytes.TrimSpace(v); {
	case len(v) == 0:
	case v[0] == '[':
		deeper = holdsScores(v, depth+1)
	case v[0] == '"':
		name = true
	case v[0] == '{':
		var inner map[string]json.RawMessage
		if json.Unmarshal(v, &inner) == nil && depth < mostLists {
			for _, w := range inner {
				n, c, d := kindsOf(w, depth+1)
				number, name, deeper = number || n, name || c, max(deeper, d)
			}
		}
	case v[0] == '-' || '0' <= v[0] && v[0] <= '9':
		number = true
	}
	return number, name, deeper
}

// checkPath refuses a path of --records that leads nowhere.
func (t *records) checkPath(path string) error {
	path = cleanPath(path)
	if path == "" {
		return nil
	}
	var lists []string
	for _, n := range t.names {
		if n == path || strings.HasPrefix(path, n+".") || strings.HasPrefix(n, path+".") {
			return nil
		}
	}
	for _, rec := range t.ahead {
		for _, f := range rec.fields {
			if strings.HasPrefix(f.cell, "[") && !slices.Contains(lists, f.name) {
				lists = append(lists, f.name)
			}
		}
	}
	message := "has no list at " + quote(path)
	if len(lists) > 0 {
		message += ": there are " + listSome(lists)
	}
	return &Error{File: t.file, Message: message, Option: model.OptionRecords}
}

// isDocument tells whether all that was read is one object.
func (t *records) isDocument() bool {
	return !t.list && len(t.ahead) == 1 && errors.Is(t.failed, io.EOF)
}
