package read

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// strict decodes a JSON document whose keys are all known and all present. Plain
// encoding/json takes a missing key, and null, for 0, the last of two equal keys for
// the only key, and any case for the right case. Each of these would change the
// predictor.
//
// A value is found again by its path, such as attributes[2].weight.
type strict struct {
	file string
	text []byte
	at   map[string]int // where the value at a path begins in text
}

// decodeStrict reads the only document of text into to, a pointer to a struct
// all of whose fields have JSON names.
func decodeStrict(file string, text []byte, to any) (*strict, error) {
	s := &strict{file: file, text: text, at: make(map[string]int)}
	dec := json.NewDecoder(bytes.NewReader(text))
	var all json.RawMessage
	var syntax *json.SyntaxError
	switch err := dec.Decode(&all); {
	case errors.As(err, &syntax):
		return nil, s.fail(int(syntax.Offset), "is no JSON: %s", printable(err.Error()))
	case err != nil:
		return nil, s.fail(len(text), "ends in the middle: was the file copied in part?")
	}
	end := int(dec.InputOffset())
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, s.fail(end, "there is more after the end of the predictor")
	}
	if err := s.value("", end-len(all), all, reflect.TypeOf(to).Elem()); err != nil {
		return nil, err
	}
	return s, json.Unmarshal(all, to)
}

// fail is the error about what stands behind some bytes of the text.
func (s *strict) fail(at int, format string, args ...any) error {
	return &Error{File: s.file, Line: 1 + bytes.Count(s.text[:at], []byte("\n")), Message: fmt.Sprintf(format, args...)}
}

// wrong is the error about the value at a path.
func (s *strict) wrong(path, format string, args ...any) error {
	return s.fail(s.at[path], "%s "+format, append([]any{plainPath(path)}, args...)...)
}

// plainPath is how a message calls the value at a path, which may hold names
// from the file.
func plainPath(path string) string {
	if path == "" {
		return "the document"
	}
	return printable(shorten(path))
}

// value checks a value that begins at a place of the text. Leaves are left to encoding/json.
func (s *strict) value(path string, at int, raw json.RawMessage, to reflect.Type) error {
	s.at[path] = at
	own := reflect.PointerTo(to).Implements(reflect.TypeFor[json.Unmarshaler]())
	switch kind := to.Kind(); {
	case mayBeNull[path] && string(raw) == "null":
		return nil
	case kind == reflect.Pointer && to.Elem().Kind() == reflect.Struct:
		return s.object(path, at, raw, to.Elem())
	case kind == reflect.Struct && to.NumField() > 0 && to.Field(0).Tag.Get("json") != "", kind == reflect.Map:
		return s.object(path, at, raw, to)
	case kind == reflect.Slice && !own:
		n := 0
		return s.each(path, at, raw, "list", func(_ string, at int, value json.RawMessage) error {
			n++
			return s.value(fmt.Sprintf("%s[%d]", path, n-1), at, value, to.Elem())
		})
	}
	return s.leaf(path, raw, to)
}

// mayBeLacking are the keys that predictors did not have from the beginning.
var mayBeLacking = map[string]bool{"design": true, "shrink": true, "weights": true, "classes": true, "stopping": true, "scores": true, "multiclass": true, "multiclass.costs": true, "attributes[].label_covariance_posterior": true, "attributes[].asked_once": true, "attributes[].assumed_reliability": true, "reading": true, "attributes[].least": true, "attributes[].greatest": true}

// place is a number in a path.
var place = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\[[0-9]+\]`)
})

// mayBeNull are the lists and objects that need not be there; of numbers and
// texts the type says so.
var mayBeNull = map[string]bool{"design": true, "design.halo": true, "classes": true, "stopping": true, "scores": true, "multiclass": true}

// leaf checks a number, a text or whatever has no keys of its own.
func (s *strict) leaf(path string, raw json.RawMessage, to reflect.Type) error {
	if string(raw) == "null" && to.Kind() != reflect.Pointer {
		return s.wrong(path, "is null: %s is needed", wanted(to))
	}
	var kind *json.UnmarshalTypeError
	switch err := json.Unmarshal(raw, reflect.New(to).Interface()); {
	case errors.As(err, &kind):
		return s.wrong(path, "is %s: %s is needed", printable(shorten(string(raw))), wanted(to))
	case err != nil:
		return s.wrong(path, "is wrong: %s", printable(err.Error()))
	}
	return nil
}

// wanted says what a leaf must be.
func wanted(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Kind() == reflect.Float64:
		return "a finite number"
	case t.Kind() == reflect.String:
		return "a text"
	case t.Kind() == reflect.Int:
		return "a whole number"
	case t.Kind() == reflect.Int64:
		return "a plain decimal number such as 4 or 0.25"
	}
	return "an object"
}

// each calls use with the values of an object or a list and where they begin in the text, and with the
// keys of an object, each of which is there once.
func (s *strict) each(path string, at int, raw json.RawMessage, kind string, use func(key string, at int, value json.RawMessage) error) error {
	delim := map[string]byte{"object": '{', "list": '['}[kind]
	if raw[0] != delim {
		return s.wrong(path, "is no %s: one in %c is needed", kind, delim)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	_, err := dec.Token()
	key, seen := "", make(map[string]bool)
	for err == nil && dec.More() {
		if kind == "object" {
			token, err := dec.Token()
			if err != nil {
				return err
			}
			key, _ = token.(string) // the decoder accepts no other keys
			below := join(path, key)
			if s.at[below] = at + int(dec.InputOffset()); seen[key] {
				return s.wrong(below, "is there twice")
			}
			seen[key] = true
		}
		var value json.RawMessage
		if err = dec.Decode(&value); err == nil {
			err = use(key, at+int(dec.InputOffset())-len(value), value)
		}
	}
	return err
}

// join is the path of a key.
func join(path, key string) string { return strings.TrimPrefix(path+"."+key, ".") }

// object checks the fields of a struct, all of which must be there, or the
// entries of a map.
func (s *strict) object(path string, at int, raw json.RawMessage, to reflect.Type) error {
	fields := make(map[string]reflect.Type) // by JSON name
	for i := 0; to.Kind() == reflect.Struct && i < to.NumField(); i++ {
		if name, _, _ := strings.Cut(to.Field(i).Tag.Get("json"), ","); name != "-" {
			fields[name] = to.Field(i).Type
		}
	}
	lacking := maps.Clone(fields)
	if err := s.each(path, at, raw, "object", func(key string, at int, value json.RawMessage) error {
		if to.Kind() == reflect.Map {
			return s.value(join(path, key), at, value, to.Elem())
		}
		field, known := fields[key]
		if !known {
			return s.wrong(join(path, key), "is not a key of a predictor")
		}
		delete(lacking, key)
		return s.value(join(path, key), at, value, field)
	}); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(lacking)) {
		if !mayBeLacking[place().ReplaceAllString(join(path, key), "[]")] {
			return s.wrong(path, "lacks the key %q", key)
		}
	}
	return nil
}
