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
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/atotto/clipboard"

	"fms-tui/core"
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

// state reads the kept state of the given data, unless flags override it; given reports
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
	words, err := f.reproducer(ctx, ds, paths, o.Replicates)
	if err != nil {
		return err
	}
	o.Command = func(q tui.Asked) string { return read.ShellWords(words(q)) }
	o.Copy = clipboard.WriteAll
	asked, err := f.askedWords(ctx, ds, paths, o.Replicates)
	if err != nil {
		return err
	}
	if len(paths) > 0 {
		o.StudyFile = func(w io.Writer, path string, q tui.Asked) error { return writeStudy(w, path, asked(q)) }
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

// show runs the UI, and says on stderr afterwards where its settings could not
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
