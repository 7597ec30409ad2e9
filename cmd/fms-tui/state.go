package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/atotto/clipboard"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
	"fms-tui/model/read/engine"
	"fms-tui/sampledata"
	"fms-tui/tui"
)

// state is where the UI keeps what is set for some data, and what an earlier
// run kept there.
type state struct {
	given  func(flag string) bool
	path   string // "" for nowhere
	kept   *stateFile
	notice string     // why kept state is not used; "" if it is used, or if there is none
	failed error      // of the last attempt to write
	recent recentData // the data; empty for data that are not listed as recent
}

// openState reads the kept state of the given data, unless flags override it; given reports
// whether a flag was given. Data from stdin have no name.
func openState(p *program, paths []string, f *flags, given func(flag string) bool) *state {
	s := &state{given: given}
	folder := stateFolder(runtime.GOOS, p.getenv)
	if f.noState || folder == "" || slices.Contains(paths, "-") || slices.Contains(f.labels, "-") {
		return s
	}
	labels := f.labels
	if f.read.SQL+f.read.LabelsSQL != "" {
		labels = append(slices.Clone(labels), queries+f.read.SQL, queries+f.read.LabelsSQL)
	}
	name, err := stateName(paths, labels)
	if err != nil {
		return s
	}
	s.path = filepath.Join(folder, name)
	if own, ok := recentOf(paths, f.labels); ok && f.read.SQL+f.read.LabelsSQL == "" {
		s.recent = own
	}
	if f.fresh {
		return s
	}
	s.kept, err = readState(s.path)
	if err != nil {
		s.notice = fmt.Sprintf("the settings of the last session are not used, and stay until you change one: %v", err)
	}
	return s
}

// stateFolder is the folder of the program's state under the environment of a
// user, "" where that names none.
func stateFolder(system string, getenv func(string) string) string {
	const name = "fms-tui"
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) { // others are to be ignored, says the XDG specification
		return filepath.Join(dir, name)
	}
	base, below := getenv("HOME"), []string{".local", "state"}
	switch system {
	case "windows":
		base, below = getenv("LOCALAPPDATA"), nil
	case "darwin", "ios":
		below = []string{"Library", "Application Support"}
	}
	if !filepath.IsAbs(base) {
		return ""
	}
	return filepath.Join(append(append([]string{base}, below...), name)...)
}

// queries is what queries of databases begin with among the files of labels.
const queries = "query: "

// stateName is the name of the file that keeps the settings of data: a hash of
// where these are, whatever their order and whatever folder they are named from.
func stateName(paths, labels []string) (string, error) {
	h := sha256.New()
	if len(paths) == 0 {
		fmt.Fprintf(h, "sample %q", sampledata.Default)
	}
	for i, files := range [][]string{paths, labels} {
		var all []string
		for _, path := range files {
			full := path
			if !engine.IsAddress(path) && !strings.HasPrefix(path, queries) {
				var err error
				if full, err = filepath.Abs(path); err != nil {
					return "", err
				}
			}
			all = append(all, full)
		}
		slices.Sort(all)
		fmt.Fprintf(h, "%d %q", i, all)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]) + ".json", nil
}

// mostState bounds the file: it holds a few numbers for each attribute.
const mostState = 16 << 20

// readState reads what was kept; nil where nothing was.
func readState(path string) (*stateFile, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular(): // opening a pipe would wait for ever
		return nil, fmt.Errorf("%s is no file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostState+1))
	if err != nil {
		return nil, err
	}
	s, err := decodeState(text)
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return s, nil
}

// write keeps settings, in folders that none but the user may read.
func (s *state) write(file *stateFile) error {
	s.failed = s.replace(file)
	return s.failed
}

func (s *state) replace(file *stateFile) error {
	text, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return err
	}
	err = export.WritePrivate(s.path, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
	if err == nil && len(s.recent.Paths) > 0 {
		err = writeRecent(filepath.Dir(s.path), s.recent)
	}
	return err
}

// labelKept opens the data with the label of the last time, where no flag names
// one and it has to be made first. Where that fails they are as they were.
func labelKept(ctx context.Context, p *program, s *state, study *core.Study, paths []string, f *flags) (*core.Study, *flags) {
	k, ds := s.kept, study.Data()
	labelled := f
	switch {
	case k == nil || s.given("label") || s.given("label-from"):
		return study, f
	case k.LabelFrom != "" && slices.Contains(ds.Attributes, k.LabelFrom):
		labelled = f.with(func(g *flags) { g.labelFrom, g.labelAgg = k.LabelFrom, k.LabelAgg })
	case k.label() != "" && ds.Label(k.label()) == nil && slices.Contains(labelColumns(ds), k.label()):
		labelled = f.with(func(g *flags) { g.read.Label = k.label() })
	default:
		return study, f
	}
	again, err := p.openShowing(ctx, paths, labelled)
	if err != nil {
		return study, f
	}
	return again, labelled
}

// offer gives the UI what comes back, with what the flags ask for in its place,
// and where to keep it; and what it may copy.
func (s *state) offer(ctx context.Context, ds *model.Dataset, paths []string, f *flags, o *tui.Options) error {
	said, err := f.wording(ctx, ds, paths, o.Replicates)
	if err != nil {
		return err
	}
	o.Command = func(q tui.Asked) string { return read.ShellWords(said.again(q)) }
	o.Copy = clipboard.WriteAll
	if len(paths) > 0 {
		o.StudyFile = func(w io.Writer, path string, q tui.Asked) error { return writeStudy(w, path, said.asked(q)) }
	}
	if s.path == "" {
		return nil
	}
	o.Notice = s.notice
	if _, err := os.Stat(filepath.Dir(s.path)); errors.Is(err, fs.ErrNotExist) {
		o.First = true // nothing was ever kept
	}
	o.Save = func(saved tui.Saved) error { return s.write(stateOf(ds, f, saved)) }
	if s.kept == nil {
		return nil
	}
	saved := s.kept.saved(ds)
	if gone := s.kept.gone(ds); len(gone) > 0 {
		o.Notice = "part of the settings of the last session cannot be used: the data no longer have " + strings.Join(gone, ", ")
	}
	if saved.Settings, err = f.over(ctx, ds, saved.Settings, s.given); err != nil {
		o.Notice = fmt.Sprintf("the settings of the last session do not go with the flags: %v", err)
		return ctx.Err()
	}
	o.Saved = &saved
	return nil
}

// showScreen runs the UI, and says on stderr afterwards where its settings could not
// be kept.
func showScreen(ctx context.Context, p *program, s *state, ds *model.Dataset, paths []string, f *flags, o tui.Options) (*model.Predictor, error) {
	if err := s.offer(ctx, ds, paths, f, &o); err != nil {
		return nil, err
	}
	again := ""
	if o.Command != nil {
		o.Left = func(q tui.Asked) { again = o.Command(q) }
	}
	other := s.offerRecent(&o)
	p.take(o.Input)
	if p.opening == nil { // a question had the terminal
		p.opening = tui.NewOpening(ctx, o, openingStatus(paths, read.Progress{}, 0))
	}
	predictor, err := tui.Run(ctx, o, p.opening)
	if s := p.onTerminal.Load(); s != nil && ctx.Err() != nil {
		_, _ = io.WriteString(s.out, normal) // a suspended screen that a signal ends comes back first
	}
	p.onTerminal.Store(nil)
	if err == nil && other != nil && len(other.Paths) > 0 {
		return nil, reopenRecent(ctx, p, other)
	}
	if again != "" && !f.quiet {
		p.tell("this shows the same again: " + again)
	}
	if s.failed != nil && !f.quiet {
		p.tell("the settings are not kept: " + s.failed.Error())
	}
	return predictor, err
}

// stateVersion is the version of the file that keeps settings.
const stateVersion = 1

// stateFile is that file: what a user set, and nothing of the data but names of
// attributes and of a label. The settings are fields of it, as the table of model
// has them.
type stateFile struct {
	stateLook
	settings map[model.Option][]model.SettingsValue
}

// stateLook is what a user set besides the settings.
type stateLook struct {
	Version    int                 `json:"version"`
	LabelFrom  string              `json:"label_from"`
	LabelAgg   string              `json:"label_agg"`
	Budget     *model.Amount       `json:"budget"`
	Algorithm  selection.Algorithm `json:"algorithm"`
	Compared   selection.Algorithm `json:"compared,omitempty"`
	Range      model.Amount        `json:"range"`
	Sort       string              `json:"sort"`
	Reverse    bool                `json:"reverse"`
	Columns    []string            `json:"columns,omitempty"`
	Scale      string              `json:"scale,omitempty"`
	Decide     string              `json:"decide,omitempty"`
	Confidence float64             `json:"confidence,omitempty"`
	Screen     string              `json:"screen"`
}

// label is the label that was kept.
func (s *stateFile) label() string {
	for _, v := range s.settings[model.OptionLabel] {
		return v.Text
	}
	return ""
}

// all are the settings as far as keep has their attributes.
func (s *stateFile) all(keep func(attribute string) bool) (set model.Settings, err error) {
	for _, f := range model.SettingsFields() {
		for _, v := range s.settings[f.Option] {
			if v.Attribute != "" && !keep(v.Attribute) {
				continue
			}
			if set, err = f.Set(set, v.Attribute, v.Text); err != nil {
				return set, fmt.Errorf("%s %s: %w", f.Key, v.Attribute, err)
			}
		}
	}
	return set, nil
}

// MarshalJSON writes the settings among what else was set.
func (s *stateFile) MarshalJSON() ([]byte, error) {
	set, err := s.all(func(string) bool { return true })
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(s.stateLook)
	for _, f := range model.SettingsFields() {
		var value []byte
		if err == nil {
			value, err = json.Marshal(f.JSON(set, s.attributes()))
		}
		text = append(fmt.Appendf(text[:len(text)-1], ",%q:", f.Key), append(value, '}')...)
	}
	return text, err
}

// attributes are the attributes that settings name.
func (s *stateFile) attributes() []string {
	var names []string
	for _, f := range model.SettingsFields() {
		for _, v := range s.settings[f.Option] {
			if v.Attribute != "" && !slices.Contains(names, v.Attribute) {
				names = append(names, v.Attribute)
			}
		}
	}
	return names
}

// UnmarshalJSON reads what MarshalJSON writes, and files of before, which lack
// fields.
func (s *stateFile) UnmarshalJSON(text []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	if err := json.Unmarshal(text, &s.stateLook); err != nil {
		return err
	}
	s.settings = make(map[model.Option][]model.SettingsValue)
	for _, f := range model.SettingsFields() {
		values, err := f.Decode(fields[f.Key])
		if err != nil {
			return err
		}
		s.settings[f.Option] = values
	}
	return nil
}

// decodeState reads a file of settings. The error goes on from the file's name.
func decodeState(text []byte) (*stateFile, error) {
	if len(text) > mostState {
		return nil, errors.New("is too large to hold settings")
	}
	var is struct{ Version *int }
	switch err := json.Unmarshal(text, &is); {
	case err != nil || is.Version == nil || *is.Version < 1:
		return nil, errors.New("is broken: it holds no settings")
	case *is.Version > stateVersion:
		return nil, fmt.Errorf("is of a newer fms-tui (version %d of the file, this one reads %d)", *is.Version, stateVersion)
	}
	s := new(stateFile)
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("is broken: %w", err)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("is broken: %w", err)
	}
	return s, nil
}

// check refuses what no user could have set.
func (s *stateFile) check() error {
	set, err := s.all(func(string) bool { return true })
	for _, check := range []func() error{
		set.Design.Check,
		func() error { return set.Design.CheckRaters(set.Raters) },
		func() error { return set.CheckLimits(s.attributes()) },
		func() error { _, err := selection.Parse(string(s.Algorithm)); return err },
	} {
		if err != nil {
			return err
		}
		err = check()
	}
	switch {
	case err != nil:
		return err
	case s.Budget == nil:
		return errors.New("it lacks the budget")
	case s.LabelFrom != "" && s.LabelAgg != model.AggregateMean && s.LabelAgg != model.AggregateMedian:
		return fmt.Errorf("no label is made by %q", s.LabelAgg)
	}
	return nil
}

// saved is what of it can come back with these data: what names an attribute or
// a label that is not there is left out.
func (s *stateFile) saved(ds *model.Dataset) tui.Saved {
	set, _ := s.all(func(name string) bool { return slices.Contains(ds.Attributes, name) }) // check has seen it
	if _, err := set.Design.OnSheets(ds.Attributes); err != nil {
		set.Design = model.Design{}
	}
	if ds.LabelNamed(set.Label, set.Ordered) == nil {
		set.Ordered = nil
	}
	if ds.LabelNamed(set.Label, nil) == nil {
		set.Label = ""
	}
	out := tui.Saved{
		Settings: set, Budget: *s.Budget, Range: s.Range, Sort: s.Sort, Reverse: s.Reverse, Columns: s.Columns, Scale: s.Scale, Decide: s.Decide, Confidence: s.Confidence, Screen: s.Screen,
	}
	if name, single := strings.CutPrefix(string(s.Algorithm), string(selection.Single)+"="); single && slices.Contains(ds.Attributes, name) {
		out.Algorithm = s.Algorithm
	}
	if slices.Contains(selection.AllAlgorithms(), s.Algorithm) {
		out.Algorithm = s.Algorithm
	}
	if slices.Contains(selection.AllAlgorithms(), s.Compared) {
		out.Compared = s.Compared
	}
	return out
}

// gone lists the attributes, and the label, that something was set for and that are
// not in the data any more.
func (s *stateFile) gone(ds *model.Dataset) []string {
	var gone []string
	if label := s.label(); label != "" && ds.LabelNamed(label, nil) == nil && s.LabelFrom == "" {
		gone = append(gone, fmt.Sprintf("the label %q", label))
	}
	for _, name := range slices.Sorted(slices.Values(s.attributes())) {
		if !slices.Contains(ds.Attributes, name) && name != s.LabelFrom {
			gone = append(gone, fmt.Sprintf("the attribute %q", name))
		}
	}
	const most = 4
	if more := len(gone) - most; more > 0 {
		gone = append(gone[:most], fmt.Sprintf("and %d more", more))
	}
	return gone
}

// stateOf is the file that keeps what is set.
func stateOf(ds *model.Dataset, f *flags, s tui.Saved) *stateFile {
	out := &stateFile{settings: make(map[model.Option][]model.SettingsValue), stateLook: stateLook{
		Version: stateVersion, Budget: &s.Budget, Algorithm: s.Algorithm, Compared: s.Compared,
		Range: s.Range, Sort: s.Sort, Reverse: s.Reverse, Columns: s.Columns, Scale: s.Scale, Decide: s.Decide, Confidence: s.Confidence, Screen: s.Screen,
	}}
	if f.labelFrom != "" {
		out.LabelFrom, out.LabelAgg = f.labelFrom, f.labelAgg
	}
	for _, field := range model.SettingsFields() {
		out.settings[field.Option] = field.Values(s.Settings, ds.Attributes)
	}
	return out
}

// recentData are files that were opened together.
type recentData struct {
	Paths  []string `json:"paths"`
	Labels []string `json:"labels,omitempty"`
}

func (r recentData) equal(o recentData) bool {
	return slices.Equal(r.Paths, o.Paths) && slices.Equal(r.Labels, o.Labels)
}

// The file of the data opened last, beside their settings; how many it lists, and how
// large it may be.
const (
	recentFile = "recent.json"
	mostRecent = 9
	recentSize = 1 << 20
)

// recentOf is the data that files are, with whole paths; false for what is no file:
// databases, whose addresses may hold a password, the sample and stdin.
func recentOf(paths, labels []string) (r recentData, ok bool) {
	for _, p := range slices.Concat(paths, labels) {
		if engine.IsAddress(p) || strings.HasPrefix(p, queries) || p == "-" {
			return r, false
		}
	}
	whole := func(list []string) (all []string) {
		for _, p := range list {
			if full, err := filepath.Abs(p); err == nil {
				all = append(all, full)
			}
		}
		return all
	}
	r = recentData{whole(paths), whole(labels)}
	return r, len(paths) > 0 && len(r.Paths) == len(paths) && len(r.Labels) == len(labels)
}

// readRecent reads the list of data opened last, the newest first; what cannot be read is
// an empty list.
func readRecent(folder string) (list []recentData) {
	f, err := os.Open(filepath.Join(folder, recentFile))
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, recentSize))
	if err != nil || json.Unmarshal(text, &list) != nil {
		return nil
	}
	return slices.DeleteFunc(list, func(r recentData) bool { return len(r.Paths) == 0 })
}

// writeRecent puts data first in the list.
func writeRecent(folder string, now recentData) error {
	before := readRecent(folder)
	list := append([]recentData{now}, slices.DeleteFunc(slices.Clone(before), now.equal)...)
	list = list[:min(len(list), mostRecent)]
	if slices.EqualFunc(list, before, recentData.equal) {
		return nil
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	return export.WritePrivate(filepath.Join(folder, recentFile), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// offerRecent lets the palette open recent data that still exist. The returned pointer
// holds the choice.
func (s *state) offerRecent(o *tui.Options) *recentData {
	if s.path == "" || o.Choose {
		return nil
	}
	chosen := new(recentData)
	var list []recentData
	for _, r := range readRecent(filepath.Dir(s.path)) {
		there := !slices.ContainsFunc(slices.Concat(r.Paths, r.Labels), func(p string) bool {
			_, err := os.Stat(p)
			return err != nil
		})
		if there && !r.equal(s.recent) {
			list = append(list, r)
			o.Recent = append(o.Recent, strings.Join(r.Paths, " "))
		}
	}
	o.Reopen = func(i int) { *chosen = list[i] }
	return chosen
}

// reopenRecent runs the program on other data, on the same terminal.
func reopenRecent(ctx context.Context, p *program, r *recentData) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args := slices.Clone(r.Paths)
	for _, l := range r.Labels {
		args = append(args, "--labels", l)
	}
	c := exec.CommandContext(ctx, self, args...)
	c.Args[0] = os.Args[0] // as it was called
	c.Stdin, c.Stdout, c.Stderr, c.Env = os.Stdin, os.Stdout, os.Stderr, p.env
	return c.Run()
}
