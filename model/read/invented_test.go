package read

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// invented is a file as some stranger could bring it, and how it is read right. Objects, raters and
// criteria are named in many ways, other columns stand between them, and rows come in any order.
type invented struct {
	kind, text string
	objects    int
	attributes []string // of a loop the criteria alone, which judges may stand before or behind
	label      string
}

// inventedNames are headers by role.
var inventedNames = map[string]string{
	"object":    "item,doc_id,story,Text,id,sample_nr,Nummer,video,ticket,Bezeichnung,unit,case,name,file,url,photo,Produkt",
	"rater":     "rater,annotator,worker_id,user,coder,Prüfer,who,initials,by,participant,email,reviewer,labeler",
	"criterion": "criterion,aspect,question,dimension,metric,attribute,Kriterium,facet",
	"score":     "score,rating,value,judgment,answer,Note,points,grade,mark",
	"label":     "label,gold,y,human,truth,outcome,Ergebnis,final,sales,expert_score,overall,gt,quality",
	"judge":     "judge,model,llm,evaluator,grader,scorer,Modell",
	"run":       "run,trial,rep,iteration,call,seed",
}

// inventedID is the id of an object or a rater, in a style of its file.
func inventedID(style, i int) string {
	switch style {
	case 0:
		return fmt.Sprint(i + 1)
	case 1:
		return fmt.Sprint(104729 + 37*i)
	case 2:
		return fmt.Sprintf("%08x-77aa", 40503*(i+11))
	case 3:
		return fmt.Sprintf("p%d@example.org", i)
	}
	return fmt.Sprintf("The %s %s %d", []string{"red", "old", "new"}[i%3], []string{"house", "song"}[i%2], i)
}

// invent makes a file.
func invent(rng *rand.Rand) invented {
	taken := make(map[string]bool)
	name := func(role string) string {
		names := strings.Split(inventedNames[role], ",")
		for {
			if n := names[rng.IntN(len(names))]; !taken[n] {
				taken[n] = true
				return n
			}
		}
	}
	f := invented{kind: []string{"by-rater", "long", "one row an object", "loop"}[rng.IntN(4)], objects: []int{20, 30, 50, 80}[rng.IntN(4)]}
	criteria := strings.Split("clarity accuracy tone depth style brevity fluency warmth", " ")
	rng.Shuffle(len(criteria), func(i, j int) { criteria[i], criteria[j] = criteria[j], criteria[i] })
	f.attributes = criteria[:2+rng.IntN(4)]
	ids, raters, written := rng.IntN(5), 3+rng.IntN(8), rng.IntN(4)
	judged := func(level float64) string {
		switch written {
		case 0:
			return fmt.Sprint(max(0, min(100, int(50+20*level))))
		case 1:
			return fmt.Sprintf("%.2f", max(0, min(1, .5+.2*level)))
		}
		return fmt.Sprint(rated(rng, 3+level))
	}
	extras := rng.Perm(6)[:rng.IntN(3)]
	beside := func(object, row int) (cells []string) {
		for _, e := range extras {
			cells = append(cells, []string{
				fmt.Sprintf("2026-05-%02d 10:%02d:07", 1+row%28, row/28%60), fmt.Sprintf("%.1f", 2+80*rng.Float64()), fmt.Sprint(row),
				[]string{"news", "blog", "mail"}[object%3], "v1", fmt.Sprintf("This is the text of the object number %d, in some words.", object),
			}[e])
		}
		return cells
	}
	header, rows := []string{name("object")}, [][]string(nil)
	if f.label = name("label"); rng.IntN(4) == 0 {
		f.label = ""
	}
	who, what, value, run := name("rater"), name("criterion"), name("score"), name("run")
	if f.kind == "loop" {
		who = name("judge")
	}
	switch f.kind {
	case "by-rater":
		header = append(append(header, who), f.attributes...)
	case "long":
		header = append(header, who, what, value)
	case "one row an object":
		header = append(header, f.attributes...)
	default:
		header = append(header, who, what, run, value)
	}
	for i := range f.objects {
		level, first := rng.NormFloat64(), len(rows)
		own := func(k int) string { return judged(level*(1-.15*float64(k)) + .4*rng.NormFloat64()) }
		all := func() (cells []string) {
			for k := range f.attributes {
				cells = append(cells, own(k))
			}
			return cells
		}
		id := []string{inventedID(ids, i)}
		switch f.kind {
		case "one row an object":
			rows = append(rows, append(id, all()...))
		case "by-rater":
			for _, j := range rng.Perm(raters)[:3] {
				rows = append(rows, slices.Concat(id, []string{inventedID(2+ids%2, j)}, all()))
			}
		default:
			for k, criterion := range f.attributes {
				for n, j := range rng.Perm(raters)[:3] {
					if f.kind == "long" {
						rows = append(rows, slices.Concat(id, []string{inventedID(2+ids%2, j), criterion, own(k)}))
						continue
					}
					for r := range 2 {
						rows = append(rows, slices.Concat(id, []string{[]string{"gpt-4o", "claude", "llama"}[n], criterion, fmt.Sprint(r + 1), own(k)}))
					}
				}
			}
		}
		for n := first; n < len(rows); n++ {
			if f.label != "" {
				rows[n] = append(rows[n], fmt.Sprintf("%.2f", level))
			}
			rows[n] = append(rows[n], beside(i, n)...)
		}
	}
	if f.label != "" {
		header = append(header, f.label)
	}
	for _, e := range extras {
		header = append(header, []string{"timestamp", "duration_s", "index", "category", "version_tag", "text"}[e])
	}
	order := rng.Perm(len(header))
	if rng.IntN(2) == 0 {
		slices.Sort(order)
	}
	rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	var b strings.Builder
	for _, row := range append([][]string{header}, rows...) {
		b.WriteString(strings.Join(pick(row, order), ";") + "\n")
	}
	f.text = b.String()
	return f
}

// isRight tells whether a file is read as it was meant. Of one row an object any column may be the label.
func (f invented) isRight(t *testing.T, found *Found) bool {
	d := found.Dataset
	got := slices.Clone(d.Attributes)
	if f.kind == "loop" {
		for i, a := range got {
			parts := strings.SplitN(a, ".", 2)
			if slices.Contains(f.attributes, parts[0]) {
				got[i] = parts[0]
			} else {
				got[i] = parts[len(parts)-1]
			}
		}
	}
	if f.kind == "one row an object" {
		got = slices.DeleteFunc(got, func(a string) bool { return a == f.label })
	}
	return len(d.Objects) == f.objects && sameWords(distinct(got), f.attributes)
}

func sameWords(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// TestInvented: such files are read right or are a question, and few are wrong in silence.
func TestInvented(t *testing.T) {
	const files, most = 200, 1
	rng := rand.New(rand.NewPCG(20, 26))
	right, asked, wrong := 0, 0, 0
	for range files {
		f := invent(rng)
		found, err := Open(t.Context(), Query{Data: []Source{Bytes("d.csv", []byte(f.text))}})
		switch {
		case err != nil:
			asked++
		case f.isRight(t, found):
			right++
		default:
			wrong++
			t.Logf("%s: %d of %d objects, attributes %q\n%.300s", f.kind, len(found.Dataset.Objects), f.objects, found.Dataset.Attributes, f.text)
		}
	}
	t.Logf("%d right, %d asked, %d wrong", right, asked, wrong)
	if right < files*4/5 || wrong > most {
		t.Errorf("%d are read right and %d wrong, of %d", right, wrong, files)
	}
}
