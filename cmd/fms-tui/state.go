package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/atotto/clipboard"
	"github.com/pelletier/go-toml/v2"

	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
	"fms-tui/model/read/engine"
	"fms-tui/tui"
	"fms-tui/tui/screen"
)

// state is where the UI keeps what is set for some data, and what an earlier run left there: a
// study file, with a table of what was looked at.
type state struct {
	path   string       // "" for nowhere
	kept   *study       // nil for nothing
	look   screen.Saved // without what flags say
	notice string       // why kept state is not used; "" if it is used, or if there is none
	failed error        // of the last attempt to write
}

// openState reads the kept state of the given data, unless flags say otherwise. Data from stdin
// have no name.
func openState(p *program, paths []string, f *flags) *state {
	s := &state{}
	folder := stateFolder(runtime.GOOS, p.getenv)
	if f.noState || folder == "" || slices.Contains(paths, "-") || slices.Contains(f.labels, "-") {
		return s
	}
	s.path = filepath.Join(folder, stateName(paths, f.labels, f.read.SQL, f.read.LabelsSQL))
	if err := s.read(); err != nil {
		s.drop(err)
	}
	return s
}

// stateFolder is the folder of the program's state under the environment of a
// user, "" where that names none.
func stateFolder(system string, getenv func(string) string) string {
	base, below := getenv("HOME"), filepath.Join(".local", "state")
	switch xdg := getenv("XDG_STATE_HOME"); {
	case filepath.IsAbs(xdg): // others are to be ignored, says the XDG specification
		base, below = xdg, ""
	case system == "windows":
		base, below = getenv("LOCALAPPDATA"), ""
	case system == "darwin", system == "ios":
		below = filepath.Join("Library", "Application Support")
	}
	if !filepath.IsAbs(base) {
		return ""
	}
	return filepath.Join(base, below, "fms-tui")
}

// stateName is the name of the file that keeps the settings of data: a hash of
// where these are, whatever their order and whatever folder they are named from.
func stateName(paths, labels []string, queries ...string) string {
	places := func(paths []string) (all []string) {
		for _, path := range paths {
			if full, err := filepath.Abs(path); err == nil && !engine.IsAddress(path) {
				path = full
			}
			all = append(all, path)
		}
		slices.Sort(all)
		return all
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", places(paths), places(labels), queries))
	return hex.EncodeToString(sum[:16]) + ".toml"
}

func (s *state) read() error {
	text, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if s.kept, err = parseStudy(s.path, text); err != nil {
		return err
	}
	at := time.Now()
	_ = os.Chtimes(s.path, at, at) // opened last
	if err := toml.Unmarshal(text, &struct{ Screen *screen.Saved }{&s.look}); err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	return nil
}

// write keeps what is set, in folders that none but the user may read.
func (s *state) write(kept *study, saved screen.Saved) error {
	if s.failed = os.MkdirAll(filepath.Dir(s.path), 0o700); s.failed != nil {
		return s.failed
	}
	s.failed = export.WritePrivate(s.path, func(w io.Writer) error {
		if err := kept.write(w, s.path); err != nil {
			return err
		}
		return toml.NewEncoder(w).Encode(map[string]screen.Saved{lookTable: saved})
	})
	return s.failed
}

func (s *state) drop(why error) {
	s.kept, s.notice = nil, fmt.Sprintf("the settings of the last session are not used, and stay until you change one: %v", why)
}

// under returns the flags that were given with those that were kept below them.
func (s *state) under(p *program, f *flags) *flags {
	if s.kept == nil {
		return f
	}
	given := calledBy(p, p.args)
	if given == nil {
		return f
	}
	g := p.flags()
	if err := cmp.Or(treeWith(p, g).ParseFlags(given.over(s.kept)), g.check()); err != nil {
		s.drop(err)
		return f
	}
	return g
}

// offer gives the UI what comes back and where to keep it, and what it may copy; g are the flags
// with what was kept.
func (s *state) offer(ctx context.Context, ds *model.Dataset, paths []string, g *flags, o *screen.Options) {
	said := g.wording(ctx, ds, paths)
	o.Command = func(q screen.Asked) string { return read.ShellWords(said.again(q)) }
	o.Copy = clipboard.WriteAll
	if len(paths) > 0 {
		o.StudyFile = func(w io.Writer, path string, q screen.Asked) error { return said.asked(q).write(w, path) }
	}
	if s.path == "" {
		return
	}
	o.Notice = s.notice
	_, err := os.Stat(filepath.Dir(s.path))
	o.First = errors.Is(err, fs.ErrNotExist) // nothing was ever kept
	o.Save = func(saved screen.Saved) error { return s.write(said.kept(&saved), saved) }
	if s.kept == nil {
		return
	}
	saved := s.look
	if saved.Settings = o.Settings; len(g.budgets) > 0 {
		saved.Budget = g.budgets[0]
	}
	if len(g.algorithms) > 0 {
		saved.Algorithm = g.algorithms[0]
	}
	if name, single := strings.CutPrefix(string(saved.Algorithm), string(selection.Single)+"="); single && !slices.Contains(ds.Attributes, name) {
		saved.Algorithm = ""
	}
	if !slices.Contains(selection.AllAlgorithms(), saved.Compared) {
		saved.Compared = ""
	}
	o.Saved = &saved
}

// showScreen runs the UI, and says on stderr afterwards where its settings could not
// be kept.
func showScreen(ctx context.Context, p *program, s *state, ds *model.Dataset, paths []string, f *flags, o screen.Options) (*model.Predictor, error) {
	s.offer(ctx, ds, paths, f, &o)
	again := ""
	o.Left = func(q screen.Asked) { again = o.Command(q) }
	p.take(o.Input)
	if p.opening == nil { // a question had the terminal
		p.opening = tui.NewOpening(ctx, o, openingStatus(paths, read.Progress{}, 0))
	}
	predictor, err := tui.Run(ctx, o, p.opening)
	if s := p.onTerminal.Load(); s != nil && ctx.Err() != nil {
		_, _ = io.WriteString(s.out, normal) // a suspended screen that a signal ends comes back first
	}
	p.onTerminal.Store(nil)
	if again != "" {
		p.note("this shows the same again: %s", again)
	}
	if s.failed != nil {
		p.note("the settings are not kept: %v", s.failed)
	}
	return predictor, err
}
