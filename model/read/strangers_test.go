package read

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// stranger is a file as somebody made it who knows nothing of this program: its header, its rows, and
// what a right reading of it has.
type stranger struct {
	header     string
	rows       func(rng *rand.Rand, row func(cells ...any))
	objects    int
	attributes string // sorted; of long files the values
	raters     int    // -1 for any
}

// rated is a judgment from 1 to 5.
func rated(rng *rand.Rand, level float64) int {
	return max(1, min(5, int(level+.7*rng.NormFloat64()+.5)))
}

var strangersFiles = map[string]stranger{
	"translations": {"segment,mt_system,source,translation,rater,adequacy,fluency", func(rng *rand.Rand, row func(...any)) {
		for i := range 90 {
			level := 3 + rng.NormFloat64()
			for r := range 3 {
				row(i/3+1, fmt.Sprint("sys", i%3), fmt.Sprint("The old source text number ", i/3), fmt.Sprint("A new target text number ", i), fmt.Sprint("r", r), rated(rng, level), rated(rng, level+.3))
			}
		}
	}, 90, "adequacy fluency", 3},
	"papers": {"paper,reviewer,soundness,novelty,final_mark", func(rng *rand.Rand, row func(...any)) {
		for i := range 50 {
			level := 3 + rng.NormFloat64()
			for k := range 3 {
				row(fmt.Sprint("P-", i), fmt.Sprint("rev", (i*7+k*11)%23), rated(rng, level), rated(rng, level), fmt.Sprintf("%.2f", level))
			}
		}
	}, 50, "novelty soundness", 23},
	"wines": {"wine,taster,aroma,body,finish,points", func(rng *rand.Rand, row func(...any)) {
		for i := range 40 {
			level := 3 + rng.NormFloat64()
			for k := range 4 {
				row(fmt.Sprint("w", i), fmt.Sprint("t", k), rated(rng, level), rated(rng, level), rated(rng, level), int(80+4*level))
			}
		}
	}, 40, "aroma body finish", -1},
	"judges of a loop": {"Anfrage,Modell,Kriterium,Lauf,Note,Soll", func(rng *rand.Rand, row func(...any)) {
		for i := range 30 {
			level := 3 + rng.NormFloat64()
			for _, m := range []string{"alpha", "beta"} {
				for _, c := range []string{"klar", "kurz", "wahr"} {
					for l := range 3 {
						row(fmt.Sprint("A", i), m, c, l+1, rated(rng, level+.5*float64(len(m)-4)-.3*float64(c[0]-'k')/12), fmt.Sprintf("%.2f", level))
					}
				}
			}
		}
	}, 30, "alpha.klar alpha.kurz alpha.wahr beta.klar beta.kurz beta.wahr", 0},
	"crowd": {"tweet,turker,positive,age", func(rng *rand.Rand, row func(...any)) {
		for i := range 60 {
			level := rng.Float64()
			for k := range 5 {
				w := (i*3 + k*13) % 31
				yes := 0
				if rng.Float64() < level {
					yes = 1
				}
				row(fmt.Sprint("tw", i), fmt.Sprint("A", w), yes, 20+w)
			}
		}
	}, 60, "positive", 31},
	"one row an object": {"photo,bright,sharp,colourful", func(rng *rand.Rand, row func(...any)) {
		for i := range 80 {
			row(fmt.Sprintf("img%03d", i), rated(rng, 3), rated(rng, 2), rated(rng, 4))
		}
	}, 80, "bright colourful sharp", -1},
	"a measure beside": {"ticket,agent,tone,clarity,latency_ms,created", func(rng *rand.Rand, row func(...any)) {
		for i := range 45 {
			level := 3 + rng.NormFloat64()
			for k := range 3 {
				row(fmt.Sprint("T", i), fmt.Sprint("ag", (i+k)%9), rated(rng, level), rated(rng, level), 100+rng.IntN(900), fmt.Sprintf("2024-05-%02d", 1+i%28))
			}
		}
	}, 45, "clarity tone", -1},
	"tasters in the names of columns": {"Dish,Chef,judge1_taste,judge1_looks,judge2_taste,judge2_looks,price", func(rng *rand.Rand, row func(...any)) {
		for i := range 40 {
			level := 3 + rng.NormFloat64()
			row(fmt.Sprint("dish ", i), fmt.Sprint("c", i%9), rated(rng, level), rated(rng, level), rated(rng, level), rated(rng, level), fmt.Sprintf("%.2f", level))
		}
	}, 40, "looks taste", 2},
	"a judgment called y, and an id": {"log,song,user,y,mood", func(rng *rand.Rand, row func(...any)) {
		for i := range 40 {
			level := 3 + rng.NormFloat64()
			for k := range 3 {
				row(50+3*(3*i+k), fmt.Sprint("s", i), fmt.Sprint("u", (i*5+k*7)%11), rated(rng, level), rated(rng, level))
			}
		}
	}, 40, "mood y", 11},
	"ratings out of five, by rater in the names": {"ticket,polite_rater1,polite_rater2,solved_rater1,solved_rater2,verdict", func(rng *rand.Rand, row func(...any)) {
		of5 := func() string { return fmt.Sprint(rated(rng, 3), "/5") }
		for i := range 40 {
			row(fmt.Sprint("T-", i), of5(), of5(), of5(), of5(), []string{"pass", "fail"}[rng.IntN(2)])
		}
	}, 40, "polite solved", 2},
	"few sentences beside": {"doc,judge,run,clear,brief,rationale,human", func(rng *rand.Rand, row func(...any)) {
		for i := range 60 {
			level := 3 + rng.NormFloat64()
			for _, judge := range []string{"alpha", "beta"} {
				for k := range 2 {
					row(fmt.Sprint("d", i), judge, k+1, rated(rng, level), rated(rng, level), []string{"Misses key facts.", "It is good.", "Too long for me."}[rng.IntN(3)], fmt.Sprintf("%.2f", level))
				}
			}
		}
	}, 60, "alpha.brief alpha.clear beta.brief beta.clear", 0},
	"objects whose names end in numbers": {"startup,pitch,team,market", func(rng *rand.Rand, row func(...any)) {
		for i := range 60 {
			row(fmt.Sprint([]string{"Quinn Robotics ", "Weber Labs "}[i%2], i), []string{"We do wine", "We do tests"}[rng.IntN(2)], rated(rng, 3), rated(rng, 3))
		}
	}, 60, "market team", -1},
	"numbered judgments of an object of no known name": {"hotel,clean_1,clean_2,value_1,value_2,quiet_1,quiet_2", func(rng *rand.Rand, row func(...any)) {
		for i := range 50 {
			level := 3 + rng.NormFloat64()
			row(fmt.Sprint("Hotel ", string(rune('A'+i%26)), string(rune('a'+i/26))), rated(rng, level), rated(rng, level), rated(rng, level), rated(rng, level), rated(rng, level), rated(rng, level))
		}
	}, 50, "clean quiet value", -1},
	"days of a spreadsheet, and Ms.": {"essay,rater,submitted,style,Ms. Okafor", func(rng *rand.Rand, row func(...any)) {
		for i := range 50 {
			level := 3 + rng.NormFloat64()
			for k := range 3 {
				row(fmt.Sprint("e", i), fmt.Sprint("r", (i+k)%7), 45200+rng.IntN(90), rated(rng, level), rated(rng, level))
			}
		}
	}, 50, "Ms. Okafor style", 7},
	"crossed panel": {"sample,panelist,session,sweet,bitter", func(rng *rand.Rand, row func(...any)) {
		for i := range 20 {
			level := 3 + rng.NormFloat64()
			for p := range 6 {
				for s := range 2 {
					row(fmt.Sprint("S", i), fmt.Sprint("p", p), s+1, rated(rng, level+.2*float64(p)), rated(rng, level))
				}
			}
		}
	}, 20, "bitter sweet", 6},
}

// TestStrangers: such a file is read right, or is a question; never wrong in silence.
func TestStrangers(t *testing.T) {
	right := 0
	for name, f := range strangersFiles {
		var b strings.Builder
		b.WriteString(f.header + "\n")
		f.rows(rand.New(rand.NewPCG(5, 9)), func(cells ...any) {
			for i, cell := range cells {
				fmt.Fprintf(&b, "%s%v", []string{"", ","}[min(i, 1)], cell)
			}
			b.WriteString("\n")
		})
		found, err := Open(t.Context(), Query{Data: []Source{Bytes("d.csv", []byte(b.String()))}})
		if err != nil {
			t.Logf("%s is asked: %v", name, err)
			continue
		}
		d := found.Dataset
		attributes := slices.Sorted(slices.Values(d.Attributes))
		if len(d.Objects) != f.objects || strings.Join(attributes, " ") != f.attributes || f.raters >= 0 && d.NamedRaters() != f.raters {
			t.Errorf("%s: %d objects, attributes %q, %d raters, labels %v", name, len(d.Objects), attributes, d.NamedRaters(), d.Labels)
			continue
		}
		right++
	}
	if t.Logf("%d of %d are read right", right, len(strangersFiles)); right < 13 {
		t.Errorf("%d are read right", right)
	}
}

// TestMisnamed: a judgment whose header says that it is something else is a question with a reading
// that keeps it.
func TestMisnamed(t *testing.T) {
	for _, name := range []string{"seed", "person", "judge", "id", "index"} {
		var b strings.Builder
		fmt.Fprintf(&b, "tweet,annotator,funny,%s\n", name)
		rng := rand.New(rand.NewPCG(5, 9))
		for i := range 60 {
			level := 3 + 1.5*rng.NormFloat64()
			for k := range 3 {
				fmt.Fprintf(&b, "t%d,a%d,%d,%d\n", i, (i*5+k*7)%11, rated(rng, level), rated(rng, level))
			}
		}
		_, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(b.String()))}, nil, Options{})
		if !strings.Contains(told(err), "attributes=funny,"+name) {
			t.Errorf("%s: %s", name, told(err))
		}
	}
}
