// Package page fills the tables of a page that is otherwise written by hand.
// Each stands between <!-- begin NAME --> and <!-- end NAME -->.
package page

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
)

// Page is a page to fill.
type Page struct {
	Path     string
	Only     string    // names of tables to fill, comma-separated; "" for all
	Data     string    // folder where data are looked for
	Seed     uint64    // random seed
	Progress io.Writer // hears of each table
}

// Flags are the flags that every program with a page has; what they say is in the
// page returned, after Parse.
func Flags(name, path string, progress io.Writer) (*flag.FlagSet, *Page) {
	fs, p := flag.NewFlagSet(name, flag.ContinueOnError), &Page{Progress: progress}
	fs.SetOutput(progress)
	fs.StringVar(&p.Path, "o", filepath.Join("docs", path), "the `page` whose tables are filled")
	fs.StringVar(&p.Only, "only", "", "`names` of the tables to fill, comma-separated (default all)")
	fs.StringVar(&p.Data, "data", filepath.Join("..", "shared", "data"), "`folder` of the real data sets, a folder each")
	fs.Uint64Var(&p.Seed, "seed", 1, "random seed")
	return fs, p
}

// Parse reads the flags of a program that takes no arguments.
func Parse(fs *flag.FlagSet, args []string) error {
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("%s does not take %q", fs.Name(), fs.Arg(0))
	}
	return nil
}

// Open reads a real data set, from judgments.csv.gz and labels.csv in its folder;
// nil where that folder is missing.
func (p *Page) Open(ctx context.Context, name string) (*model.Dataset, error) {
	folder := filepath.Join(p.Data, name)
	if _, err := os.Stat(folder); err != nil {
		return nil, nil
	}
	return Judgments(ctx, folder)
}

// Judgments reads judgments.csv.gz and labels.csv of a folder.
func Judgments(ctx context.Context, folder string) (*model.Dataset, error) {
	found, err := read.Open(ctx, read.Query{
		Data:   []read.Source{read.File(filepath.Join(folder, "judgments.csv.gz"))},
		Labels: []read.Source{read.File(filepath.Join(folder, "labels.csv"))},
	})
	if err != nil {
		return nil, err
	}
	return found.Judgments("this")
}

// Table is a part of a page. Its function takes its data from a T.
type Table[T any] struct {
	Name string
	// Make returns Markdown, or "" where the table's data are missing.
	Make func(context.Context, T) (string, error)
}

// Fill makes the tables in order and writes the page after each, so that finished
// tables are kept. A table without data stays as it was. Errors are an unknown name, a
// table's error with its name, a page that cannot be read or written or has no place
// for a table, and the context's error.
func Fill[T any](ctx context.Context, p *Page, tables []Table[T], from T) error {
	text, err := os.ReadFile(p.Path)
	if err != nil {
		return err
	}
	page := string(text)
	if tables, err = chosen(p.Only, tables); err != nil {
		return err
	}
	for _, t := range tables {
		start := time.Now()
		content, err := t.Make(ctx, from)
		if err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
		if content == "" {
			fmt.Fprintf(p.Progress, "%s stays as it was: its data are not in %s\n", t.Name, p.Data)
			continue
		}
		fmt.Fprintf(p.Progress, "%s: %.1f s\n", t.Name, time.Since(start).Seconds())
		if page, err = replaced(page, t.Name, content); err != nil {
			return err
		}
		if err := write(p.Path, page); err != nil {
			return err
		}
	}
	return nil
}

// chosen are the tables of the given names, in the order of tables.
func chosen[T any](only string, tables []Table[T]) (some []Table[T], err error) {
	if only == "" {
		return tables, nil
	}
	wanted := strings.Split(only, ",")
	var names []string
	for _, t := range tables {
		names = append(names, t.Name)
		if slices.Contains(wanted, t.Name) {
			some = append(some, t)
		}
	}
	for _, name := range wanted {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("there is no table %q: the tables are %s", name, strings.Join(names, ", "))
		}
	}
	return some, nil
}

func write(path, page string) error {
	return export.WriteFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, page)
		return err
	})
}

// Content is what a page has between the marks of a table, and whether it has
// these.
func Content(page, name string) (content string, ok bool) {
	_, content, _, ok = cut(page, name)
	return content, ok
}

// cut parts a page at the marks of a table, which go with what they border on.
func cut(page, name string) (before, content, after string, ok bool) {
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->"
	before, rest, found := strings.Cut(page, begin)
	content, after, ended := strings.Cut(rest, end)
	return before + begin, content, end + after, found && ended
}

// replaced is the page with another table of that name.
func replaced(page, name, content string) (string, error) {
	before, _, after, ok := cut(page, name)
	if !ok {
		return "", fmt.Errorf(`the page has no place for the table %s: it lacks "<!-- begin %s -->" or the same with end`, name, name)
	}
	return before + "\n" + strings.TrimSpace(content) + "\n\n" + after, nil
}
