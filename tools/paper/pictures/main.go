// Package pictures makes the pictures of the README and the docs: it builds the
// program, runs it on an emulated terminal, and draws the cells of its screens.
//
//	go -C tools run ./paper pictures -only map,data -theme light -o docs
package pictures

import (
	"context"
	"flag"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fms-tui/core/report/plot"
	"fms-tui/model/export"
	"fms-tui/tools/build"
	"fms-tui/tools/paper/page"
	"fms-tui/tui/picture"
)

// task is which pictures to make, and where.
type task struct {
	folder  string
	screens []screen
	themes  []string
	drag    bool // the moving picture too
}

// parse reads the command line.
func parse(args []string, log io.Writer) (task, error) {
	fs := flag.NewFlagSet("pictures", flag.ContinueOnError)
	fs.SetOutput(log)
	folder := fs.String("o", "docs", "`folder` for the pictures")
	only := fs.String("only", "", "`names` of the pictures to make, comma-separated: "+strings.Join(names(), ", ")+" (default all)")
	theme := fs.String("theme", "", "dark or light (default both)")
	if err := page.Parse(fs, args); err != nil {
		return task{}, err
	}
	t := task{folder: *folder, screens: screens, themes: []string{"dark", "light"}, drag: *only == "" && *theme == ""}
	if *theme != "" {
		if _, ok := picture.Grounds[*theme]; !ok {
			return t, fmt.Errorf("-theme %q: accepted are dark and light", *theme)
		}
		t.themes = []string{*theme}
	}
	if *only != "" {
		t.screens = nil
		for name := range strings.SplitSeq(*only, ",") {
			if name == "drag" {
				t.drag = true
				continue
			}
			i := slices.Index(names(), name)
			if i < 0 {
				return t, fmt.Errorf("-only %q: accepted are %s", name, strings.Join(names(), ", "))
			}
			t.screens = append(t.screens, screens[i])
		}
	}
	return t, nil
}

// names are the names of the pictures.
func names() []string {
	var all []string
	for _, s := range screens {
		all = append(all, s.name)
	}
	return append(all, "drag")
}

// Run makes the pictures that the arguments ask for and logs their names.
func Run(ctx context.Context, args []string, _, log io.Writer) error {
	t, err := parse(args, log)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "pictures")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path, err := build.Program(ctx, dir)
	if err != nil {
		return err
	}
	p := program{path, dir}
	for _, s := range t.screens {
		for _, theme := range t.themes {
			path := filepath.Join(t.folder, file(s, theme))
			if err := p.picture(ctx, s, theme, path); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			fmt.Fprintln(log, path)
		}
	}
	if t.drag {
		path := filepath.Join(t.folder, dragName)
		if err := p.drag(ctx, path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		fmt.Fprintln(log, path)
	}
	return nil
}

// file is the name of a picture: dark is what the README shows first.
func file(s screen, theme string) string {
	if theme == "dark" {
		return s.name + ".png"
	}
	return s.name + "-" + theme + ".png"
}

// picture makes one picture.
func (p program) picture(ctx context.Context, s screen, theme, path string) error {
	cells, err := p.taken(ctx, s, theme)
	if err != nil {
		return err
	}
	img, err := plot.Image(picture.Of(cells, picture.Grounds[theme]))
	if err != nil {
		return err
	}
	return export.WriteFile(path, func(w io.Writer) error {
		return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, paletted(img))
	})
}
