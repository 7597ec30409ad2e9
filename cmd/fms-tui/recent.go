package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"fms-tui/model/export"
	"fms-tui/model/read/engine"
	"fms-tui/tui"
)

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

// reopen runs the program on other data, on the same terminal.
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
