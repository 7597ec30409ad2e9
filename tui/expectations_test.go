package tui

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestExpectations: the table of docs/expectations.md has every number once, in its order,
// each with a known state, and as many of each as the sentence above it says; what is
// partly there or missing says what is missing.
func TestExpectations(t *testing.T) {
	text, err := os.ReadFile("../docs/expectations.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| (\d+) \| [^|]+ \| (\w+) \| *([^|]*?) *\|$`)
	states := map[string]int{}
	rows := row.FindAllStringSubmatch(string(text), -1)
	for i, r := range rows {
		if n, _ := strconv.Atoi(r[1]); n != i+1 {
			t.Errorf("row %d has the number %s", i+1, r[1])
		}
		if states[r[2]]++; r[2] != "present" && r[3] == "" {
			t.Errorf("%s is %s: in what?", r[1], r[2])
		}
	}
	if lines := strings.Count(string(text), "\n|") - 2; lines != len(rows) {
		t.Errorf("%d of %d rows are understood", len(rows), lines)
	}
	words := strings.Join(strings.Fields(string(text)), " ")
	want := fmt.Sprintf("%d expectations, ", len(rows))
	counts := fmt.Sprintf("%d present, %d partly, %d missing.", states["present"], states["partly"], states["missing"])
	if !strings.Contains(words, want) || !strings.Contains(words, counts) || states["present"]+states["partly"]+states["missing"] != len(rows) {
		t.Errorf("the table has %s%s", want, counts)
	}
}
