//go:build unix

package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"fms-tui/model"
)

// sgr is a sequence that styles text, with its parameters.
var sgr = regexp.MustCompile(`\x1b\[([\d;:]*)m`)

// inColor is the first parameter of sgr that sets a colour: one of 16, or
// 38;5 and 48;5 of 256, or 38;2 and 48;2 of all.
var inColor = regexp.MustCompile(`(?:^|[;:])([349][0-7]|10[0-7]|[34]8[;:][25])(?:[;:]|$)`)

// colors are the kinds of colours in a program's output: 38;2, 38;5 and the 16 colours.
// styles is the number of sequences that style.
func colors(output string) (kinds []string, styles int) {
	same := strings.NewReplacer(":", ";", "48", "38")
	for _, m := range sgr.FindAllStringSubmatch(output, -1) {
		styles++
		if k := inColor.FindStringSubmatch(m[1]); k != nil && !slices.Contains(kinds, same.Replace(k[1])) {
			kinds = append(kinds, same.Replace(k[1]))
		}
	}
	return kinds, styles
}

// TestColors: as many colours as the terminal has, and none where unwanted.
func TestColors(t *testing.T) {
	for name, c := range map[string]struct {
		env, args, want []string
	}{
		"all":            {nil, nil, []string{"38;2"}},
		"256":            {[]string{"COLORTERM="}, nil, []string{"38;5"}},
		"NO_COLOR":       {[]string{"NO_COLOR=yes"}, nil, nil},
		"--color never":  {nil, []string{"--color", "never"}, nil},
		"--color always": {[]string{"NO_COLOR=1", "COLORTERM="}, []string{"--color", "always"}, []string{"38;2"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := on(t, 100, 30, command(t, c.env, small(t, c.args...)...))
			u.await(footer)
			u.send("q")
			u.ends(statusDone)
			kinds, styles := colors(u.written())
			if !slices.Equal(kinds, c.want) || styles == 0 {
				t.Errorf("the colours are %v in %d styles, want %v", kinds, styles, c.want)
			}
		})
	}
}

// TestTheme: the theme is the one asked for, or else suits the background that
// the terminal tells.
func TestTheme(t *testing.T) {
	t.Parallel()
	onBackground := func(color string, args ...string) *ui {
		c := command(t, nil, small(t, args...)...)
		script := `printf '\033]11;` + color + `\007'; exec "$0" "$@"`
		c.Args = append([]string{"sh", "-c", script}, c.Args...)
		c.Path = "/bin/sh"
		u := on(t, 100, 30, c)
		u.await(footer)
		return u
	}
	// Background results come after the footer: a screen is complete when it is still.
	still := func(u *ui) string {
		for {
			before := u.Styled()
			time.Sleep(time.Second)
			if before == u.Styled() {
				return before
			}
		}
	}
	const black, white = "#000000", "#ffffff"
	dark, light := still(onBackground(white, "--theme", "dark")), still(onBackground(black, "--theme", "light"))
	if dark == light {
		t.Error("the themes look the same")
	}
	for background, want := range map[string]string{black: dark, white: light} {
		u := onBackground(background)
		u.await(func(string) bool { return u.Styled() == want })
	}
}

// hostile are names that a terminal might obey, or that are hard to lay out.
var hostile = []string{
	"\x1b[2J\x1b]0;owned\aescaped", "\u009b31mcontrol", "a\tb\rc", "\u202eright-to-left",
	strings.Repeat("身長", 20), strings.Repeat("long-", 60), "e\u0301\u0301\u0301👩‍👩‍👧‍👦",
}

// hostileData writes data whose attributes have the hostile names.
func hostileData(t *testing.T, path string) {
	t.Helper()
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	_ = w.Write([]string{"object", "attribute", "judgment", "label"})
	random := rand.New(rand.NewPCG(1, 2))
	for object := range 60 {
		y := random.IntN(9)
		for i := range 3 * len(hostile) {
			_ = w.Write([]string{fmt.Sprint("o", object), hostile[i/3], fmt.Sprint(y + random.IntN(7)), fmt.Sprint(y)})
		}
	}
	w.Flush()
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestHostileNames: names do nothing to the screen, and are exported as they
// are.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	c := command(t, nil, "data.csv", "--shrink", "none") // so that several names are bought
	hostileData(t, filepath.Join(c.Dir, "data.csv"))
	u := on(t, 100, 30, c)
	u.await(settled(100, 30))
	for _, row := range strings.Split(u.Screen(), "\n")[1:23] {
		if ansi.StringWidth(row) != 100 {
			t.Errorf("a row is out of shape: %q", row)
		}
	}
	u.send("b50\r")
	u.awaitText("B = 50")
	u.send("e\x15out.json\r")
	u.awaitText("exported")
	u.send("q")
	u.ends(statusDone)
	for _, bad := range []string{"\x1b]0;", "\u202e", "\u009b"} {
		if strings.Contains(u.written(), bad) {
			t.Errorf("the terminal was sent %q", bad)
		}
	}
	text, err := os.ReadFile(filepath.Join(u.dir, "out.json"))
	if err != nil {
		t.Fatal(err)
	}
	var p model.Predictor
	if err := json.Unmarshal(text, &p); err != nil || len(p.Attributes) < 3 {
		t.Fatalf("%v in %s", err, text)
	}
	for _, a := range p.Attributes {
		if !slices.Contains(hostile, a.Name) {
			t.Errorf("an attribute is exported as %q", a.Name)
		}
	}
}
