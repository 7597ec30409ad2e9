package fresh

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Table is a small file as strangers bring one.
type Table struct {
	Text string // CSV; the label is the column "label", which may lack
	// Answers tells that the file holds an answer: 40 objects or more, a number as their
	// label, and an attribute that correlates with it.
	Answers bool
}

// cells are the ways in which columns of a Table come about: from the level of the object and two draws
// of the standard normal distribution, of the object and of the judgment.
var cells = map[string]func(level, object, judgment float64) string{
	"correlated": func(l, _, j float64) string { return fmt.Sprintf("%.3f", l+j/2) },
	"scale":      func(l, _, j float64) string { return fmt.Sprint(min(max(3+int(l+j/2+9.5)-9, 1), 5)) },
	"noise":      func(_, _, j float64) string { return fmt.Sprintf("%.3f", j) },
	"noiseless":  func(_, o, _ float64) string { return fmt.Sprintf("%.3f", o) },
	"constant":   func(_, _, _ float64) string { return "3" },
	"empty":      func(_, _, _ float64) string { return "" },
	"rare":       func(l, o, _ float64) string { return map[bool]string{true: fmt.Sprintf("%.2f", l)}[o > 1] },
	"huge":       func(l, _, _ float64) string { return fmt.Sprintf("%ge300", l) },
	"tiny":       func(l, _, _ float64) string { return fmt.Sprintf("%ge-300", l) },
	"words":      func(l, _, _ float64) string { return []string{"yes", "no"}[len(fmt.Sprint(l > 0))-4] },
	"mixed": func(l, o, _ float64) string {
		return map[bool]string{true: "n/a?", false: fmt.Sprintf("%.2f", l)}[o > 2]
	},
}

// Draw draws a Table.
func Draw(seed uint64) Table {
	rng := rand.New(rand.NewPCG(seed, 77))
	pick := func(words ...string) string { return words[rng.IntN(len(words))] }
	objects := []int{0, 1, 2, 5, 20, 40, 60}[rng.IntN(7)]
	raters := []int{0, 0, 1, 2, 3}[rng.IntN(5)]
	label := pick("number", "number", "number", "number", "constant", "words", "classes", "partly", "none")
	kinds := make([]string, rng.IntN(6))
	correlated := false
	for a := range kinds {
		kinds[a] = pick("correlated", "scale", "correlated", "scale", "noise", "noiseless", "constant", "empty", "rare", "huge", "tiny", "words", "mixed")
		correlated = correlated || kinds[a] == "correlated" || kinds[a] == "scale"
	}
	names := []string{"clarity", "tone", "depth", "style", "wit"}[:len(kinds)]
	head := append([]string{"id"}, names...)
	if raters > 0 {
		head = append(head, "rater")
	}
	if label != "none" {
		head = append(head, "label")
	}
	var b strings.Builder
	b.WriteString(strings.Join(head, ",") + "\n")
	for i := range objects {
		level, object := rng.NormFloat64(), rng.NormFloat64()
		y := map[string]string{
			"number": fmt.Sprintf("%.3f", 10*level), "constant": "7", "words": []string{"bad", "good"}[len(fmt.Sprint(level > 0))-4],
			"classes": []string{"low", "mid", "high"}[min(max(int(level+1.5), 0), 2)], "partly": map[bool]string{true: fmt.Sprint(level)}[object > 0],
		}[label]
		for r := range max(raters, 1) {
			row := []string{fmt.Sprint("o", i)}
			for _, kind := range kinds {
				row = append(row, cells[kind](level, object, rng.NormFloat64()))
			}
			if raters > 0 {
				row = append(row, fmt.Sprint("w", r))
			}
			if label != "none" {
				row = append(row, y)
			}
			b.WriteString(strings.Join(row, ",") + "\n")
		}
	}
	return Table{Text: b.String(), Answers: objects >= 40 && label == "number" && correlated}
}
