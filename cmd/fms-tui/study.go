package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/model/read/engine"
)

// study is a study file: data, and flags under their own names.
type study struct {
	path  string
	data  []string // as the program opens them
	flags []studyFlag
}

// studyFlag is a flag with one value. A list in the file is several.
type studyFlag struct{ name, value string }

// studyName is where a study file is written if nobody names one.
const studyName = "study.toml"

// lookTable is the table of what was looked at, at the end of a study that the UI keeps.
const lookTable = "screen"

// studyPaths are the keys whose values are files, relative to the folder of the study file.
var studyPaths = []string{"data", "labels", "costs", "sheets"}

// overruled are the flags of a study file that a given flag replaces, besides its own.
var overruled = map[string][]string{
	"budget": {"goal"}, "goal": {"budget"},
	"label": {"label-from", "label-weight", "ordered"}, "label-from": {"label", "label-weight", "ordered"},
	"design": {"sheet", "sheets"}, "sheet": {"design", "sheets"}, "sheets": {"design", "sheet"},
}

func isStudy(path string) bool { return strings.EqualFold(filepath.Ext(path), ".toml") }

// studyFlags are the flags that a study file may hold.
func studyFlags() *cobra.Command {
	return new(program).flags().take(&cobra.Command{Use: "fms-tui"}, append(asking, "classes"))
}

// parseStudy reads a study file. An unknown key, or a value that its flag does not accept, is an
// error with the line.
func parseStudy(path string, text []byte) (*study, error) {
	if err := toml.Unmarshal(text, new(map[string]any)); err != nil {
		if at := new(toml.DecodeError); errors.As(err, &at) {
			line, _ := at.Position()
			return nil, misused("%s:%d: %s", path, line, strings.TrimPrefix(at.Error(), "toml: "))
		}
		return nil, misused("%s: %w", path, err)
	}
	s, known := &study{path: path}, studyFlags()
	p := unstable.Parser{}
	p.Reset(text)
	for p.NextExpression() {
		e := p.Expression()
		keys := e.Key()
		keys.Next()
		key := keys.Node()
		line := p.Shape(key.Raw).Start.Line
		if e.Kind == unstable.Table && string(key.Data) == lookTable {
			break
		}
		if e.Kind != unstable.KeyValue || !keys.IsLast() {
			return nil, misused("%s:%d: a study file has no tables: write a line KEY = VALUE for each flag", path, line)
		}
		name := string(key.Data)
		values, err := studyValues(e.Value())
		if err != nil {
			return nil, misused("%s:%d: %s: %w", path, line, name, err)
		}
		for _, v := range values {
			if slices.Contains(studyPaths, name) && v != "-" && !engine.IsAddress(v) && !filepath.IsAbs(v) {
				v = filepath.Join(filepath.Dir(path), filepath.FromSlash(v))
			}
			if name == "data" {
				s.data = append(s.data, v)
				continue
			}
			if err := known.Flags().Set(name, v); err != nil {
				return nil, misused("%s:%d: %w", path, line, studyError(known, name, err))
			}
			s.flags = append(s.flags, studyFlag{name, v})
		}
	}
	if err := p.Error(); err != nil {
		return nil, misused("%s: %w", path, err)
	}
	return s, nil
}

// studyError words what is wrong with a key.
func studyError(known *cobra.Command, name string, err error) error {
	if known.Flags().Lookup(name) != nil {
		return flagError(known, err)
	}
	names := []string{"data"}
	known.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if meant := model.Meant(name, names); meant != "" {
		return fmt.Errorf("there is no key %q: did you mean %s?", name, meant)
	}
	return fmt.Errorf("there is no key %q: keys are flags, which fms-tui select --help all lists", name)
}

// studyValues are a value as flags write it, and those of a list.
func studyValues(n *unstable.Node) ([]string, error) {
	switch n.Kind {
	case unstable.String, unstable.Bool:
		return []string{string(n.Data)}, nil
	case unstable.Integer, unstable.Float:
		return []string{strings.ReplaceAll(string(n.Data), "_", "")}, nil
	case unstable.Array:
		var all []string
		for list := n.Children(); list.Next(); {
			if list.Node().Kind == unstable.Array {
				return nil, errors.New("a list within a list: accepted are texts, numbers, true and false")
			}
			values, err := studyValues(list.Node())
			if err != nil {
				return nil, err
			}
			all = append(all, values...)
		}
		return all, nil
	}
	return nil, errors.New("accepted are a text, a number, true, false, or a list of these")
}

// called is a command with what is given to it.
type called struct {
	command *cobra.Command
	given   []string        // flags with their values
	named   map[string]bool // flags that are given or overruled by one that is
	paths   []string
}

// calledBy parses arguments; nil for help, and for what the command itself will refuse.
func calledBy(p *program, args []string) *called {
	root := commandTree(p)
	c, rest, err := root.Find(args)
	if err != nil {
		return nil
	}
	c.InitDefaultHelpFlag()
	c.InheritedFlags() // joins them to the command's own
	x := &called{command: c, named: make(map[string]bool)}
	err = c.Flags().ParseAll(rest, func(f *pflag.Flag, value string) error {
		x.given = append(x.given, "--"+f.Name+"="+value)
		x.named[f.Name] = true
		for _, name := range overruled[f.Name] {
			x.named[name] = true
		}
		return nil
	})
	if err != nil || x.named["help"] {
		return nil
	}
	x.paths = c.Flags().Args()
	return x
}

// over returns the flags of a study, and then those that are given, which win. Flags that the
// command does not have are left out.
func (x *called) over(s *study) (words []string) {
	known := studyFlags()
	for _, f := range s.flags {
		own := x.command.Flags().Lookup(f.name)
		if own != nil && own.Value.Type() == known.Flags().Lookup(f.name).Value.Type() && (!x.named[f.name] || isEach(f.name)) {
			words = append(words, "--"+f.name+"="+f.value)
		}
	}
	return append(words, x.given...)
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

// values are the values of a flag.
func (s *study) values(flag string) (all []string) {
	for _, f := range s.flags {
		if f.name == flag {
			all = append(all, f.value)
		}
	}
	return all
}

// isEach tells whether a flag is a setting of single attributes, of which later flags win.
func isEach(flag string) bool {
	return slices.ContainsFunc(model.SettingsFields(), func(f *model.SettingsField) bool { return f.Each && string(f.Option) == flag })
}

// questions are flags that a command takes from the study file where nothing else is asked.
var questions = strings.Fields("budget algorithm goal no-honest folds seed bootstrap")

// words are a command with its data and flags: the study file and what differs from it, if that
// says the same.
func (s *study) words(command, rest []string) []string {
	long := slices.Concat(command, rest)
	if s == nil || len(rest) < len(s.data) || !slices.Equal(rest[:len(s.data)], s.data) {
		return long
	}
	pairs := flagPairs(rest[len(s.data):])
	for _, f := range s.flags {
		if at := slices.IndexFunc(pairs, func(p []string) bool { return p[0] == "--"+f.name && valueIn(p) == f.value }); at >= 0 {
			pairs = slices.Delete(pairs, at, at+1)
		} else if !slices.Contains(questions, f.name) && !slices.ContainsFunc(pairs, func(p []string) bool { return s.replaces(p, f) }) {
			return long
		}
	}
	return slices.Concat(command, []string{s.path}, slices.Concat(pairs...))
}

// replaces tells whether a flag with its value wins over one of the study file.
func (s *study) replaces(pair []string, f studyFlag) bool {
	name := strings.TrimPrefix(pair[0], "--")
	switch {
	case slices.Contains(overruled[name], f.name):
		return true
	case name != f.name || len(pair) < 2:
		return false
	case isEach(name):
		return globIn(pair[1]) == globIn(f.value)
	}
	return len(s.values(name)) == 1
}

// globIn is the glob of GLOB=VALUE, and of GLOB alone.
func globIn(value string) string {
	if i := strings.LastIndexByte(value, '='); i >= 0 {
		return value[:i]
	}
	return value
}

// flagPairs are flags with their values; a flag without one is alone.
func flagPairs(words []string) [][]string {
	var pairs [][]string
	for i, w := range words {
		if i > 0 && !strings.HasPrefix(w, "--") && len(pairs[len(pairs)-1]) == 1 {
			pairs[len(pairs)-1] = append(pairs[len(pairs)-1], w)
		} else {
			pairs = append(pairs, []string{w})
		}
	}
	return pairs
}

// valueIn is the value of a flag, which is true if it stands alone.
func valueIn(pair []string) string {
	if len(pair) > 1 {
		return pair[1]
	}
	return "true"
}

// tomlNumber is a number that TOML and flags write alike.
var tomlNumber = regexp.MustCompile(`^(0|[1-9][0-9]{0,17})(\.[0-9]+)?$`)

// writeStudy writes the study file of data and flags as the command line has them. Paths become
// relative to the folder of the study file.
func writeStudy(w io.Writer, path string, words []string) error {
	first := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "--") })
	if first < 0 {
		first = len(words)
	}
	keys, values := []string{"data"}, map[string][]string{"data": words[:first]}
	for _, pair := range flagPairs(words[first:]) {
		name := strings.TrimPrefix(pair[0], "--")
		if !slices.Contains(keys, name) {
			keys = append(keys, name)
		}
		values[name] = append(values[name], valueIn(pair))
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# A study of fms-tui. Each key is a flag; paths start at this file. Try: fms-tui select %s\n", read.ShellWords([]string{filepath.Base(path)}))
	for _, key := range keys {
		var list []any
		for _, v := range values[key] {
			if slices.Contains(studyPaths, key) {
				var err error
				if v, err = fromStudy(path, v); err != nil {
					return err
				}
			}
			list = append(list, tomlValue(v))
		}
		var line any = list
		if len(list) == 1 {
			line = list[0]
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
	switch {
	case data == "-":
		return "", errors.New("a study file names data that can be read again, and - cannot: name a file")
	case engine.IsAddress(data):
		return data, nil
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
