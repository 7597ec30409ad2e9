//go:build unix

package session

import (
	"image/color"
	"os/exec"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

const limit = 10 * time.Second

// TestSession: keys go in, the screen comes back, and the status is the
// program's.
func TestSession(t *testing.T) {
	s := start(t, `stty -echo; printf 'ready \033[31mred\033[m\n'; read x; stty size; echo "<$x>"; exit 7`)
	await(t, s, "ready red")
	if err := s.Resize(61, 17); err != nil {
		t.Fatal(err)
	}
	if err := s.Type("hello\n"); err != nil {
		t.Fatal(err)
	}
	await(t, s, "17 61", "<hello>")
	if status, err := s.Wait(limit); err != nil || status != 7 {
		t.Errorf("status %d, %v", status, err)
	}
	var all []byte
	for i, c := range s.Output() {
		all = append(all, c.Text...)
		if i > 0 && c.At.Before(s.Output()[i-1].At) {
			t.Error("output is not in the order it came")
		}
	}
	if !strings.Contains(string(all), "\x1b[31mred") {
		t.Errorf("the output lost its styles: %q", all)
	}
}

// TestAnswers: the emulated terminal answers what programs ask, and a program
// that asks and does not stay for the answer does not block.
func TestAnswers(t *testing.T) {
	s := start(t, `stty raw -echo; printf '\033[6n'; head -c 6 | od -c; printf '\033[6n'`)
	await(t, s, "033   [   1   ;   1   R")
	if _, err := s.Wait(limit); err != nil {
		t.Error(err)
	}
}

// TestUntil: what is awaited in vain is an error that shows the screen.
func TestUntil(t *testing.T) {
	s := start(t, `echo ready; read x`)
	await(t, s, "ready")
	if _, err := s.Until(time.Millisecond, Contains("nonsense")); err == nil || !strings.Contains(err.Error(), "ready") {
		t.Errorf("waiting in vain gives %v", err)
	}
	if _, err := s.Wait(time.Millisecond); err == nil {
		t.Error("a program that runs has ended")
	}
	if err := s.Type("\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Until(limit, Contains("nonsense")); err == nil || !strings.Contains(err.Error(), "ended") {
		t.Errorf("waiting for a program that ended gives %v", err)
	}
}

// TestCells: cells have their text and their styles, and wide ones two columns.
func TestCells(t *testing.T) {
	s := start(t, `printf 'a\033[1;7;38;2;1;2;3;48;5;231mb\033[m世c'; read x`)
	await(t, s, "世c")
	cells := s.Cells()
	if len(cells) != 24 || len(cells[0]) != 80 {
		t.Fatalf("%d rows of %d", len(cells), len(cells[0]))
	}
	for x, want := range []uv.Cell{
		{Content: "a", Width: 1},
		{Content: "b", Width: 1, Style: uv.Style{
			Fg: color.RGBA{1, 2, 3, 255}, Bg: ansi.IndexedColor(231), Attrs: uv.AttrBold | uv.AttrReverse,
		}},
		{Content: "世", Width: 2},
		{},
		{Content: "c", Width: 1},
		{Content: " ", Width: 1},
	} {
		if got := cells[0][x]; !got.Equal(&want) {
			t.Errorf("column %d has %+v, want %+v", x, got, want)
		}
	}
}

func start(t *testing.T, script string) *Session {
	t.Helper()
	s, err := Start(exec.Command("sh", "-c", script), 80, 24)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(s.Close)
	return s
}

func await(t *testing.T, s *Session, texts ...string) {
	t.Helper()
	if _, err := s.Until(limit, Contains(texts...)); err != nil {
		t.Fatal(err)
	}
}

// TestAnswersThatNobodyReads: a program that asks the terminal much and reads no answer
// goes on to write, and what it writes is on the screen.
func TestAnswersThatNobodyReads(t *testing.T) {
	asks := `stty raw -echo; i=0; while [ $i -lt 3000 ]; do printf '\033[c'; i=$((i+1)); done; printf 'all was asked'; sleep 60`
	s, err := Start(exec.Command("sh", "-c", asks), 40, 5)
	if err != nil {
		t.Skip(err)
	}
	defer s.Close()
	if _, err := s.Until(30*time.Second, Contains("all was asked")); err != nil {
		t.Error(err)
	}
}
