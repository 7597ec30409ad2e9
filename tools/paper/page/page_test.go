package page

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReplaced(t *testing.T) {
	page := "a\n<!-- begin x -->\nold\n<!-- end x -->\nb\n"
	once, err := replaced(page, "x", "new\n")
	if want := "a\n<!-- begin x -->\n\nnew\n\n<!-- end x -->\nb\n"; err != nil || once != want {
		t.Errorf("%q, %v", once, err)
	}
	if again, _ := replaced(once, "x", "new\n"); again != once {
		t.Errorf("a second time %q", again)
	}
	for _, lacking := range []string{page, "<!-- begin y -->\n", "<!-- end y -->"} {
		if _, err := replaced(lacking, "y", "new"); err == nil || !strings.Contains(err.Error(), `"<!-- begin y -->"`) {
			t.Errorf("%q without the place: %v", lacking, err)
		}
	}
}

// number makes a table of what it is given.
func number(_ context.Context, n string) (string, error) { return n, nil }

func TestFill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	const text = "by hand\n<!-- begin a -->\n<!-- end a -->\n<!-- begin b -->\nstays\n<!-- end b -->\n"
	var told strings.Builder
	p := &Page{Path: path, Data: "DATA", Progress: &told}
	bad := errors.New("bad")
	for _, c := range []struct {
		only   string
		tables []Table[string]
		err    error
		want   string // of the page
		told   string
	}{
		{"", []Table[string]{{"a", number}}, nil, strings.Replace(text, "begin a -->\n", "begin a -->\n\n7\n\n", 1), "a: 0."},
		{"b", []Table[string]{{"a", number}, {"b", number}}, nil, strings.Replace(text, "\nstays\n", "\n\n7\n\n", 1), "b: 0."},
		{"", []Table[string]{{"b", func(context.Context, string) (string, error) { return "", nil }}}, nil, text, "b stays as it was: its data are not in DATA\n"},
		// Tables finished before an error are kept.
		{
			"a,b",
			[]Table[string]{{"a", number}, {"b", func(context.Context, string) (string, error) { return "", bad }}},
			bad,
			strings.Replace(text, "begin a -->\n", "begin a -->\n\n7\n\n", 1), "a: 0.",
		},
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		told.Reset()
		p.Only = c.only
		if err := Fill(t.Context(), p, c.tables, "7"); !errors.Is(err, c.err) {
			t.Errorf("error %v, want %v", err, c.err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != c.want {
			t.Errorf("page %q, want %q (%v)", got, c.want, err)
		}
		if !strings.HasPrefix(told.String(), c.told) || c.told == "" && told.Len() > 0 {
			t.Errorf("told %q, want %q", told.String(), c.told)
		}
	}
}

func TestUnknownTable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := Fill(t.Context(), &Page{Path: path, Only: "b,none", Progress: io.Discard}, []Table[string]{{"a", number}, {"b", number}}, "7")
	if err == nil || err.Error() != `there is no table "none": the tables are a, b` {
		t.Errorf("%v", err)
	}
}

func TestContent(t *testing.T) {
	if got, ok := Content("<!-- begin a -->\n1\n<!-- end a -->", "a"); got != "1\n" || !ok {
		t.Errorf("%q, %v", got, ok)
	}
	if _, ok := Content("<!-- begin a -->\n1\n", "a"); ok {
		t.Error("a table without its end")
	}
}
