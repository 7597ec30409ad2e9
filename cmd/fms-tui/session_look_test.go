//go:build unix

package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"fms-tui/internal/session"
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
	text := []byte(content(t, filepath.Join(u.dir, "out.json")))
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

// sampleFiles are the arguments that open the sample bodies.
func sampleFiles(t *testing.T) []string {
	t.Helper()
	return bodiesFiles(t)[:5:5]
}

// chosen is what `select --json` tells of a budget, by algorithm.
func chosen(t *testing.T, data []string, flags ...string) map[string]selectionJSON {
	t.Helper()
	args := append([]string{"select", "--json", "--quiet"}, flags...)
	c := command(t, nil, append(args, data...)...)
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	return selectionsOf(t, out)
}

// selectionsOf are the selections that `select --json` prints, by algorithm.
func selectionsOf(t *testing.T, out []byte) map[string]selectionJSON {
	t.Helper()
	var all struct{ Selections []selectionJSON }
	if err := json.Unmarshal(out, &all); err != nil {
		t.Fatal(err)
	}
	by := make(map[string]selectionJSON)
	for _, s := range all.Selections {
		by[string(s.Algorithm)] = s
	}
	return by
}

// errorInWords finds the honest error in the sentence on top of the screen.
var errorInWords = regexp.MustCompile(`with\s+a\s+typical\s+error\s+of\s+([\d.]+\d)`)

// figures fails unless the screen tells what select does, once it has the honest loss.
func (u *ui) figures(want map[string]selectionJSON) {
	u.Helper()
	u.await(errorInWords.MatchString)
	m := errorInWords.FindStringSubmatch(u.Screen())
	exact := math.Sqrt(float64(want["full"].HonestLoss))
	if got, err := strconv.ParseFloat(m[1], 64); err != nil || math.Abs(got-exact) > .01*exact {
		u.Errorf("the screen shows %q, select %v", m[1], exact)
	}
}

// TestDrag drags B, reads the figures off the screen, exports and quits; a
// script would get the same.
func TestDrag(t *testing.T) {
	data := sampleFiles(t)
	for _, size := range []struct{ w, h int }{{120, 40}, {44, 12}} {
		t.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(t *testing.T) {
			t.Parallel()
			u := openUI(t, size.w, size.h, data...)
			before := budget(u.Screen())
			u.drag(0.3, 0.9, 0.66)
			b := budget(u.Screen())
			if b == "" || b == before {
				u.Fatalf("B was %s and is %s after the drag", before, b)
			}
			want := chosen(t, data, "--budget", b)
			if size.w >= 80 { // there is room for both
				u.figures(want)
			}
			u.send("e")
			u.awaitText("Export full at B=" + b)
			u.send("\x15", "mine.json", "\r") // ctrl+u clears the name that is proposed
			u.awaitText("exported full")
			u.exports("mine.json", want["full"])
			u.send("q")
			u.ends(statusDone)
		})
	}
}

// drag presses on the slider, moves, and lets go, each at a share of the track;
// the pointer leaves the row on the way.
func (u *ui) drag(shares ...float64) {
	u.Helper()
	_, y := slider(u.Screen())
	for i, share := range shares {
		first, last, _ := track(u.Screen())
		x := first + int(math.Round(share*float64(last-first)))
		switch i {
		case 0:
			u.send(session.Mouse(session.Left, x, y, true))
		case len(shares) - 1:
			u.send(session.Mouse(session.Left, x, 0, false))
		default:
			u.send(session.Mouse(session.Left+session.Motion, x, 3, true))
		}
		u.await(func(screen string) bool {
			_, _, thumb := track(screen)
			return thumb >= x-1 && thumb <= x+1 // there may be fewer budgets than columns
		})
	}
}

// exports fails unless the file holds the predictor of a selection.
func (u *ui) exports(name string, want selectionJSON) {
	u.Helper()
	text, err := os.ReadFile(filepath.Join(u.dir, name))
	if err != nil {
		u.Fatal(err)
	}
	var p model.Predictor
	if err := json.Unmarshal(text, &p); err != nil {
		u.Fatal(err)
	}
	repeats, weights := map[string]int{}, map[string]number{}
	for _, a := range p.Attributes {
		repeats[a.Name], weights[a.Name] = a.Repeats, number(a.Weight)
	}
	if !maps.Equal(repeats, want.Repeats) || !maps.Equal(weights, want.Weights) {
		u.Errorf("exported are %v and %v, select has %v and %v", repeats, weights, want.Repeats, want.Weights)
	}
	if p.Intercept != float64(want.Intercept) || p.ProjectedLoss != float64(want.ProjectedLoss) || p.Budget != want.Budget {
		u.Errorf("exported are the intercept %v, the loss %v at B = %v, select has %v, %v at %v",
			p.Intercept, p.ProjectedLoss, p.Budget, want.Intercept, want.ProjectedLoss, want.Budget)
	}
}

// TestGoalSession: the screen opens at the budget that select recommends for a goal.
func TestGoalSession(t *testing.T) {
	t.Parallel()
	u := openUI(t, 100, 30, append(sampleFiles(t), "--goal", "within 5%")...)
	want := in(honestOf(t, "--goal", "within 5%", "--algorithm", "full"), "selections.0.budget").(float64)
	if got := budget(u.Screen()); got != fmt.Sprint(want) {
		t.Errorf("--goal within 5%% opens at %s, select says %g", got, want)
	}
	u.send("q")
	u.ends(statusDone)
}
