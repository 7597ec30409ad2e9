package read

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestEndings: columns that end alike are judgments of one attribute, in the ways that
// spreadsheets and data frames name them; coordinates and items are not.
func TestEndings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for header, want := range map[string]string{
		"id,clarity_r1,clarity_r2,tone_r1,tone_r2,label":             "clarity tone",
		"id,clarity R1,clarity R2,tone R1,tone R2,label":             "clarity tone",
		"id,clarity_run1,clarity_run2,tone_run1,tone_run2,human_avg": "clarity tone",
		"id,clarity_rep_1,clarity_rep_2,tone_rep_1,tone_rep_2,gold":  "clarity tone",
		"id,r1_clarity,r1_tone,r2_clarity,r2_tone,gold":              "clarity tone",
		"id,1 - clarity,1 - tone,2 - clarity,2 - tone,gold":          "clarity tone",
		"id,1. clarity,2. tone,3. depth,gold":                        "1. clarity 2. tone 3. depth",
		"id,clarity,clarity (2),tone,tone (2),label":                 "clarity tone",
		"id,clarity.x,tone.x,clarity.y,tone.y,label":                 "clarity tone",
		"id,clarity-r1,clarity-r2,label":                             "clarity",
		"id,clarity.x,clarity.y,label":                               "clarity",
		"id,q1,q2,q3,label":                                          "q1 q2 q3",
		"id,apart.x,apart.y,label":                                   "apart.x apart.y",
	} {
		var b strings.Builder
		b.WriteString(header + "\n")
		columns := strings.Split(header, ",")
		for i := range 40 {
			level := float64(i%5) + 1
			fmt.Fprintf(&b, "o%d", i)
			for _, c := range columns[1:] {
				x := level + rng.Float64() - .5
				if strings.HasPrefix(c, "apart.y") {
					x = 1000 - 10*level
				}
				fmt.Fprintf(&b, ",%.2f", x)
			}
			b.WriteString("\n")
		}
		found, err := Open(context.Background(), Query{Data: []Source{Bytes("d.csv", []byte(b.String()))}})
		if err != nil {
			t.Errorf("%s: %v", header, err)
			continue
		}
		ds, err := found.Judgments("")
		if err != nil {
			t.Errorf("%s: %v", header, err)
			continue
		}
		if got := strings.Join(ds.Attributes, " "); got != want {
			t.Errorf("%s: attributes %s, want %s", header, got, want)
		}
	}
}
