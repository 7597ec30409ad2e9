package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/model/read/engine"
)

// study is data with flags: what a study file holds, what is kept of a session, and what a copied
// command says.
type study struct {
	path  string   // of the file; "" for none
	data  []string // as the program opens them
	flags []studyFlag
}

type studyFlag struct{ name, value string }

const studyName = "study.toml"

// lookTable is the table of what was looked at, in a study that the UI keeps.
const lookTable = "screen"

// overruled are the flags of a study file that a given flag replaces, besides its own.
var overruled = map[string][]string{
	"budget": {"goal"}, "goal": {"budget"},
	"label": {"label-from", "label-weight", "ordered"}, "label-from": {"label", "label-weight", "ordered"},
	"design": {"sheet"}, "sheet": {"design"}, "compare": {"bootstrap"},
}

// questions are flags that a command takes from the study file where nothing else is asked.
var questions = strings.Fields("budget algorithm goal no-honest folds seed bootstrap")

func isStudy(path string) bool { return strings.EqualFold(filepath.Ext(path), ".toml") }

func (s *study) add(flag string, values ...string) {
	for _, v := range values {
		s.flags = append(s.flags, studyFlag{flag, v})
	}
}

// with adds the flags of pairs of a name and a value, unless that is empty.
func (s *study) with(pairs ...string) *study {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			s.add(pairs[i], pairs[i+1])
		}
	}
	return s
}

// words are data and flags as arguments. No path is taken for a flag.
func (s *study) words() (words []string) {
	for _, path := range s.data {
		if strings.HasPrefix(path, "-") && path != "-" {
			path = "./" + path
		}
		words = append(words, path)
	}
	for _, f := range s.flags {
		if words = append(words, "--"+f.name); f.name != "no-honest" || f.value != "true" {
			words = append(words, f.value)
		}
	}
	return words
}

// command are the words of a command on data with flags: the study file base and what differs from
// it, if that says the same.
func (s *study) command(base *study, words ...string) []string {
	long := slices.Concat(words, s.words())
	if base == nil || !slices.Equal(s.data, base.data) {
		return long
	}
	more := slices.DeleteFunc(slices.Clone(s.flags), func(f studyFlag) bool { return slices.Contains(base.flags, f) })
	said := append(base.under(more), more...)
	lacks := func(flags []studyFlag, f studyFlag) bool {
		return !slices.Contains(flags, f) && !slices.Contains(questions, f.name)
	}
	if slices.ContainsFunc(said, func(f studyFlag) bool { return lacks(s.flags, f) }) || slices.ContainsFunc(s.flags, func(f studyFlag) bool { return lacks(said, f) }) {
		return long
	}
	short := study{data: []string{base.path}, flags: more}
	return slices.Concat(words, short.words())
}

// under are the flags over which none that is given wins.
func (s *study) under(given []studyFlag) (left []studyFlag) {
	glob := func(value string) string { return value[:max(0, strings.LastIndexByte(value, '='))] }
	for _, f := range s.flags {
		wins := func(g studyFlag) bool {
			if g.name != f.name || g == f {
				return g == f || slices.Contains(overruled[g.name], f.name)
			}
			return !isEach(f.name) || glob(g.value) != "" && glob(g.value) == glob(f.value)
		}
		if !slices.ContainsFunc(given, wins) {
			left = append(left, f)
		}
	}
	return left
}

func isEach(flag string) bool {
	return slices.ContainsFunc(model.SettingsFields(), func(f *model.SettingsField) bool { return f.Each && string(f.Option) == flag })
}

// isPath tells whether a value of a key is a file, which stands relative to the folder of the study.
func isPath(key, value string) bool {
	switch key {
	case "data", "labels":
		return !engine.IsAddress(value)
	case "cost", "sheet":
		return !strings.Contains(value, "=")
	}
	return false
}

func studyFlags() *cobra.Command {
	return new(program).flags().take(&cobra.Command{Use: "fms-tui"}, append(asking, "classes"))
}

// parseStudy reads a study file. An unknown key, or a value that its flag does not accept, is an
// error with the line.
func parseStudy(path string, text []byte) (*study, error) {
	var all map[string]any
	if err := toml.Unmarshal(text, &all); err != nil {
		if at := new(toml.DecodeError); errors.As(err, &at) {
			line, _ := at.Position()
			return nil, misused("%s:%d: %s", path, line, strings.TrimPrefix(at.Error(), "toml: "))
		}
		return nil, misused("%s: %w", path, err)
	}
	s, known := &study{path: path}, studyFlags()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if _, table := all[name].(map[string]any); table && name == lookTable {
			continue
		}
		fail := func(err error) (*study, error) {
			line := 1
			if at := regexp.MustCompile(`(?m)^[\s\["']*` + regexp.QuoteMeta(name)).FindIndex(text); at != nil {
				line += bytes.Count(text[:at[1]], []byte("\n"))
			}
			return nil, misused("%s:%d: %w", path, line, err)
		}
		values, err := studyValues(all[name])
		if err != nil {
			return fail(fmt.Errorf("%s: %w", name, err))
		}
		for i, v := range values {
			if isPath(name, v) && v != "-" && !filepath.IsAbs(v) {
				values[i] = filepath.Join(filepath.Dir(path), filepath.FromSlash(v))
			}
			if name == "data" {
				continue
			}
			if err := known.Flags().Set(name, values[i]); err != nil {
				return fail(studyError(known, name, err))
			}
		}
		if name == "data" {
			s.data = values
		} else {
			s.add(name, values...)
		}
	}
	return s, nil
}

func studyError(known *cobra.Command, name string, err error) error {
	if known.Flags().Lookup(name) != nil {
		return flagError(known, err)
	}
	if meant := meantFlag(known, name, "data"); meant != "" {
		return fmt.Errorf("there is no key %q: did you mean %s?", name, meant)
	}
	return fmt.Errorf("there is no key %q: keys are flags, which fms-tui select --help all lists", name)
}

// studyValues are a value, or the values of a list, as flags write them.
func studyValues(v any) (all []string, err error) {
	switch v := v.(type) {
	case string:
		return []string{v}, nil
	case bool, int64:
		return []string{fmt.Sprint(v)}, nil
	case float64:
		return []string{strconv.FormatFloat(v, 'f', -1, 64)}, nil
	case []any:
		for _, one := range v {
			if _, list := one.([]any); list {
				return nil, errors.New("a list within a list: accepted are texts, numbers, true and false")
			}
			values, err := studyValues(one)
			if err != nil {
				return nil, err
			}
			all = append(all, values...)
		}
		return all, nil
	}
	return nil, errors.New("a study file has no tables: accepted are a text, a number, true, false, or a list of these")
}

type called struct {
	command *cobra.Command
	given   []studyFlag
	paths   []string
}

// calledBy parses arguments; nil for help, and for what the command itself will refuse.
func calledBy(p *program, args []string) *called {
	c, rest, err := commandTree(p).Find(args)
	if err != nil {
		return nil
	}
	c.InitDefaultHelpFlag()
	c.InheritedFlags() // joins them to the command's own
	x := &called{command: c}
	err = c.Flags().ParseAll(rest, func(f *pflag.Flag, value string) error {
		x.given = append(x.given, studyFlag{f.Name, value})
		return nil
	})
	if err != nil || slices.ContainsFunc(x.given, func(f studyFlag) bool { return f.name == "help" }) {
		return nil
	}
	x.paths = c.Flags().Args()
	return x
}

// over returns the flags of a study, and then those that are given, which win. Flags that the
// command does not have are left out.
func (x *called) over(s *study) (words []string) {
	known := studyFlags()
	below := slices.DeleteFunc(s.under(x.given), func(f studyFlag) bool {
		own := x.command.Flags().Lookup(f.name)
		return own == nil || own.Value.Type() != known.Flags().Lookup(f.name).Value.Type()
	})
	for _, f := range append(below, x.given...) {
		words = append(words, "--"+f.name+"="+f.value)
	}
	return words
}

// withStudy returns arguments with a study file replaced by what it holds.
func (p *program) withStudy(args []string) ([]string, error) {
	if !slices.ContainsFunc(args, isStudy) || strings.HasPrefix(args[0], "__") {
		return args, nil
	}
	x := calledBy(p, args)
	if x == nil {
		return args, nil
	}
	var paths []string
	for _, path := range x.paths {
		if !isStudy(path) {
			paths = append(paths, path)
			continue
		}
		if p.study != nil {
			return nil, misused("%s and %s are two study files: name one", p.study.path, path)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if p.study, err = parseStudy(path, text); err != nil {
			return nil, err
		}
		if len(p.study.data) == 0 {
			return nil, misused("%s names no data: write data = \"FILE\"", path)
		}
		paths = append(paths, p.study.data...)
	}
	if p.study == nil {
		return args, nil
	}
	return slices.Concat(strings.Fields(x.command.CommandPath())[1:], x.over(p.study), []string{"--"}, paths), nil
}

// tomlNumber is a number that TOML and flags write alike.
var tomlNumber = regexp.MustCompile(`^(0|[1-9][0-9]{0,17})(\.[0-9]+)?$`)

// write writes the study file that is to stand at path. Paths become relative to its folder.
func (s *study) write(w io.Writer, path string) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# A study of fms-tui. Each key is a flag; paths start at this file. Try: fms-tui select %s\n", read.ShellWords([]string{filepath.Base(path)}))
	var keys []string
	values := make(map[string][]any)
	all := &study{}
	all.add("data", s.data...)
	for _, f := range append(all.flags, s.flags...) {
		if isPath(f.name, f.value) {
			var err error
			if f.value, err = fromStudy(path, f.value); err != nil {
				return err
			}
		}
		if values[f.name] == nil {
			keys = append(keys, f.name)
		}
		values[f.name] = append(values[f.name], tomlValue(f.value))
	}
	for _, key := range keys {
		var line any = values[key]
		if len(values[key]) == 1 {
			line = values[key][0]
		}
		if err := toml.NewEncoder(&b).EnableMarshalerInterface().Encode(map[string]any{key: line}); err != nil {
			return err
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// tomlValue is a flag's value as TOML writes it, a text where a number would change.
func tomlValue(v string) any {
	if v == "true" {
		return true
	}
	if tomlNumber.MatchString(v) {
		return unstable.RawMessage(v)
	}
	return v
}

// fromStudy is a path of data as the study file at path names it.
func fromStudy(path, data string) (string, error) {
	if data == "-" {
		return "", errors.New("a study file names data that can be read again, and - cannot: name a file")
	}
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	if data, err = filepath.Abs(data); err != nil {
		return "", err
	}
	relative, err := filepath.Rel(folder, data)
	if err != nil {
		return data, nil // on another drive
	}
	return filepath.ToSlash(relative), nil
}
