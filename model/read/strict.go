package read

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	dec  *json.Decoder
	line map[string]int // of the value at a path
	seen int            // bytes of text whose line ends are counted in ends
	ends int
}

// decodeStrict reads the only document of text into to, a pointer to a struct
// all of whose fields have JSON names.
func decodeStrict(file string, text []byte, to any) (*strict, error) {
	s := &strict{file: file, text: text, dec: json.NewDecoder(bytes.NewReader(text)), line: make(map[string]int)}
	s.dec.UseNumber()
	if err := s.value("", reflect.ValueOf(to).Elem()); err != nil {
		return nil, err
	}
	if _, err := s.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, s.fail(s.here(), "there is more after the end of the predictor")
	}
	return s, nil
}

// here is the line that the decoder has come to.
func (s *strict) here() int {
	to := int(s.dec.InputOffset())
	s.ends += bytes.Count(s.text[s.seen:to], []byte("\n"))
	s.seen = to
	return 1 + s.ends
}

// ahead is the line of what comes next, after blanks, a comma or a colon.
func (s *strict) ahead() int {
	line := s.here()
	for _, c := range s.text[s.seen:] {
		switch c {
		case '\n':
			line++
		case ' ', '\t', '\r', ',', ':':
		default:
			return line
		}
	}
	return line
}

func (s *strict) fail(line int, format string, args ...any) error {
	return &Error{File: s.file, Line: line, Message: fmt.Sprintf(format, args...)}
}

// wrong is the error about the value at a path.
func (s *strict) wrong(path, format string, args ...any) error {
	return s.fail(s.line[path], "%s "+format, append([]any{plainPath(path)}, args...)...)
}

// plainPath is how a message calls the value at a path, which may hold names
// from the file.
func plainPath(path string) string {
	if path == "" {
		return "the document"
	}
	return printable(shorten(path))
}

// value decodes what comes next. Leaves are left to encoding/json.
func (s *strict) value(path string, to reflect.Value) error {
	s.line[path] = s.ahead()
	_, own := to.Addr().Interface().(json.Unmarshaler)
	switch kind := to.Kind(); {
	case mayBeNull[path] && s.nullAhead():
		if _, err := s.dec.Token(); err != nil {
			return s.syntax(err)
		}
		return nil
	case kind == reflect.Pointer && to.Type().Elem().Kind() == reflect.Struct:
		to.Set(reflect.New(to.Type().Elem()))
		return s.object(path, to.Elem(), true)
	case kind == reflect.Struct && to.NumField() > 0 && to.Type().Field(0).Tag.Get("json") != "":
		return s.object(path, to, true)
	case kind == reflect.Map:
		return s.object(path, to, false)
	case kind == reflect.Slice && !own:
		return s.list(path, to)
	}
	return s.leaf(path, to)
}

// mayBeLacking are the keys that predictors did not have from the beginning.
var mayBeLacking = map[string]bool{"design": true, "shrink": true, "weights": true, "classes": true, "stopping": true, "scores": true, "multiclass": true, "attributes[].label_covariance_posterior": true, "attributes[].asked_once": true, "attributes[].assumed_reliability": true, "reading": true, "attributes[].least": true, "attributes[].greatest": true}

// place is a number in a path.
var place = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\[[0-9]+\]`)
})

// mayBeNull are the lists and objects that need not be there; of numbers and
// texts the type says so.
var mayBeNull = map[string]bool{"design": true, "design.halo": true, "classes": true, "stopping": true, "scores": true, "multiclass": true, "scores[].honest_loss": true}

// nullAhead tells whether null comes next.
func (s *strict) nullAhead() bool {
	s.here()
	rest := bytes.TrimLeft(s.text[s.seen:], " \t\r\n,:")
	return bytes.HasPrefix(rest, []byte("null"))
}

// leaf decodes a number, a text or whatever has no keys of its own.
func (s *strict) leaf(path string, to reflect.Value) error {
	var raw json.RawMessage
	if err := s.dec.Decode(&raw); err != nil {
		return s.syntax(err)
	}
	if string(raw) == "null" && to.Kind() != reflect.Pointer {
		return s.wrong(path, "is null: %s is needed", wanted(to))
	}
	if err := json.Unmarshal(raw, to.Addr().Interface()); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return s.wrong(path, "is %s: %s is needed", printable(shorten(string(raw))), wanted(to))
		}
		return s.wrong(path, "is wrong: %s", printable(err.Error()))
	}
	return nil
}

// wanted says what a leaf must be.
func wanted(to reflect.Value) string {
	t := to.Type()
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

func (s *strict) syntax(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return s.fail(s.here(), "ends in the middle: was the file copied in part?")
	}
	return s.fail(s.ahead(), "is no JSON: %s", printable(err.Error()))
}

// open steps into an object or a list.
func (s *strict) open(path string, delim json.Delim, name string) error {
	token, err := s.dec.Token()
	if err != nil {
		return s.syntax(err)
	}
	if token != delim {
		return s.wrong(path, "is no %s: one in %c is needed", name, delim)
	}
	return nil
}

// object decodes the fields of a struct, all of which must be there, or the
// entries of a map.
func (s *strict) object(path string, to reflect.Value, fields bool) error {
	if err := s.open(path, '{', "object"); err != nil {
		return err
	}
	seen := make(map[string]bool)
	if !fields {
		to.Set(reflect.MakeMap(to.Type()))
	}
	for s.dec.More() {
		token, err := s.dec.Token()
		if err != nil {
			return s.syntax(err)
		}
		key, _ := token.(string) // the decoder accepts no other keys
		at := strings.TrimPrefix(path+"."+key, ".")
		if seen[key] {
			return s.fail(s.here(), "%s is there twice", plainPath(at))
		}
		seen[key] = true
		if fields {
			err = s.field(at, key, to)
		} else {
			entry := reflect.New(to.Type().Elem()).Elem()
			err = s.value(at, entry)
			to.SetMapIndex(reflect.ValueOf(key).Convert(to.Type().Key()), entry)
		}
		if err != nil {
			return err
		}
	}
	if _, err := s.dec.Token(); err != nil {
		return s.syntax(err)
	}
	if i := slices.IndexFunc(keys(to, fields), func(key string) bool {
		return !seen[key] && !mayBeLacking[place().ReplaceAllString(strings.TrimPrefix(path+"."+key, "."), "[]")]
	}); i >= 0 {
		return s.wrong(path, "lacks the key %q", keys(to, fields)[i])
	}
	return nil
}

func (s *strict) field(path, key string, to reflect.Value) error {
	i := slices.Index(keys(to, true), key)
	if i < 0 {
		return s.fail(s.here(), "%s is no key of a predictor", plainPath(path))
	}
	return s.value(path, to.Field(i))
}

// keys are the JSON names of a struct's fields; a map needs none.
func keys(of reflect.Value, fields bool) []string {
	var names []string
	for i := 0; fields && i < of.NumField(); i++ {
		name, _, _ := strings.Cut(of.Type().Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

func (s *strict) list(path string, to reflect.Value) error {
	if err := s.open(path, '[', "list"); err != nil {
		return err
	}
	to.Set(reflect.MakeSlice(to.Type(), 0, 0))
	for s.dec.More() {
		entry := reflect.New(to.Type().Elem()).Elem()
		if err := s.value(fmt.Sprintf("%s[%d]", path, to.Len()), entry); err != nil {
			return err
		}
		to.Set(reflect.Append(to, entry))
	}
	if _, err := s.dec.Token(); err != nil {
		return s.syntax(err)
	}
	return nil
}
