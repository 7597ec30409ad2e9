package read

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
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

// gridOfForm is the header of a form that asks two questions of each of ten stories.
var gridOfForm = "Timestamp,Email" + strings.Join(slices.Collect(func(yield func(string) bool) {
	for i := range 20 {
		if !yield(fmt.Sprintf(",%s [Story %d]", []string{"Clear?", "Kind?"}[i/10], i%10)) {
			return
		}
	}
}), "")

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
	"an outcome that repeats beside names": {"Bake,Crumb,Crust,Aroma,Sold by noon", func(rng *rand.Rand, row func(...any)) {
		for i := range 72 {
			level := 3 + rng.NormFloat64()
			row(fmt.Sprintf("B%d-top", i), rated(rng, level), rated(rng, level), rated(rng, level), int(20+5*(level-3)+2*rng.NormFloat64()))
		}
	}, 72, "Aroma Crumb Crust Sold by noon", -1},
	"amounts of money": {"Address,Agent,Kitchen,Garden,Sold for", func(rng *rand.Rand, row func(...any)) {
		for i := range 40 {
			level := 3 + rng.NormFloat64()
			row(fmt.Sprint(i, " Elm St"), []string{"Kim", "Lee", "Pat"}[rng.IntN(3)], rated(rng, level), rated(rng, level), fmt.Sprintf("\"$%d,000\"", int(300+60*level)))
		}
	}, 40, "Garden Kitchen Sold for", -1},
	"shares of a hundred": {"Course,Clear,Useful,Passed %", func(rng *rand.Rand, row func(...any)) {
		for i := range 45 {
			row(fmt.Sprint("C", i), rated(rng, 3), rated(rng, 3), fmt.Sprint(40+rng.IntN(60), "%"))
		}
	}, 45, "Clear Passed % Useful", -1},
	"a day a row": {"day,mood,energy", func(rng *rand.Rand, row func(...any)) {
		for i := range 56 {
			row(fmt.Sprintf("2026-%02d-%02d", 1+i/28, 1+i%28), rated(rng, 3), rated(rng, 3))
		}
	}, 56, "energy mood", -1},
	"nine plants": {"Plant,Leaf,Root", func(rng *rand.Rand, row func(...any)) {
		for _, plant := range strings.Fields("fern ivy oak fir elm yew ash box bay") {
			row(plant, rated(rng, 3), rated(rng, 3))
		}
	}, 9, "Leaf Root", -1},
	"patients and their age": {"patient_no,age,sex,pain_am,pain_pm", func(rng *rand.Rand, row func(...any)) {
		for i := range 60 {
			level := 3 + rng.NormFloat64()
			row(1000+i, 20+rng.IntN(60), []string{"m", "f"}[rng.IntN(2)], rated(rng, level), rated(rng, level))
		}
	}, 60, "age pain_am pain_pm", -1},
	"grades in letters": {"Student,HW1,HW2,HW3,Final grade", func(rng *rand.Rand, row func(...any)) {
		for i := range 45 {
			level := 3 + rng.NormFloat64()
			row(fmt.Sprintf("Ava %c.%d", 'A'+i%26, i), rated(rng, level), rated(rng, level), rated(rng, level), string("DCBA"[max(0, min(3, int(level)-1))]))
		}
	}, 45, "HW1 HW2 HW3", -1},
	"a rating named like a text": {"listing,city,photos,text_quality,days_on_market", func(rng *rand.Rand, row func(...any)) {
		for i := range 55 {
			level := 3 + rng.NormFloat64()
			row(fmt.Sprintf("L-%03d", i), []string{"Bern", "Basel"}[rng.IntN(2)], rated(rng, level), rated(rng, level), max(1, int(60-12*level)))
		}
	}, 55, "days_on_market photos text_quality", -1},
	"users in the names of columns": {"joke,user1,user2,user3,user4", func(rng *rand.Rand, row func(...any)) {
		for i := range 30 {
			level := 3 + rng.NormFloat64()
			row(fmt.Sprint("joke ", i), rated(rng, level), rated(rng, level), rated(rng, level), rated(rng, level))
		}
	}, 30, "judgment", 4},
	"more tracks than users": {"ts,uid,track,energy,mood,skipped", func(rng *rand.Rand, row func(...any)) {
		for i := range 300 {
			row(1700000000+61*i, 1+rng.IntN(25), fmt.Sprint("trk", rng.IntN(40)), 1+rng.IntN(10), 1+rng.IntN(10), rng.IntN(2))
		}
	}, 40, "energy mood skipped", 25},
	"comments of interviewers": {"Candidate,Interviewer,Technical (1-5),Culture (1-5),Comment,Hired", func(rng *rand.Rand, row func(...any)) {
		for i := range 30 {
			hired := []string{"Yes", "No"}[rng.IntN(2)]
			for _, k := range rng.Perm(3)[:2] {
				row(fmt.Sprint("Cand ", i), []string{"Kay", "Lou", "Max"}[k], rated(rng, 3), rated(rng, 3), fmt.Sprintf("A good answer on topic %d but a bit slow.", rng.IntN(99)), hired)
			}
		}
	}, 30, "Culture (1-5) Technical (1-5)", 3},
	"attempts of a judge": {"item_id,attempt,criterion,response,gt", func(rng *rand.Rand, row func(...any)) {
		for i := range 50 {
			for k := range 3 {
				row(fmt.Sprint("it", i), k, "tone", rated(rng, 3), i%3)
			}
		}
	}, 50, "tone", 0},
	"ratings named like measures": {"brand,customer,trust,value for the time,loyal_days", func(rng *rand.Rand, row func(...any)) {
		for i := range 60 {
			level := 3 + rng.NormFloat64()
			for k := range 3 {
				row(fmt.Sprint("brand ", i), fmt.Sprint("c", (i+k*5)%17), rated(rng, level), rated(rng, level), int(200+40*level))
			}
		}
	}, 60, "trust value for the time", 17},
	"shares, stars and fractions": {"hotel,guest,clean,view,value,price per night", func(rng *rand.Rand, row func(...any)) {
		for i := range 60 {
			level := 3 + rng.NormFloat64()
			for range 3 {
				row(fmt.Sprint("H", i), fmt.Sprint("guest ", rng.IntN(500)), fmt.Sprint(int(20*level+9*rng.NormFloat64()), " %"), strings.Repeat("★", rated(rng, level)), fmt.Sprint(rated(rng, level), "/5"), fmt.Sprintf("%.2f", 280+40*level))
			}
		}
	}, 60, "clean value view", -1},
	"raters and scores in numbered columns": {"Id,Request,Score1,Score2,Score3,TurkId1,TurkId2,TurkId3,Normalized Score", func(rng *rand.Rand, row func(...any)) {
		for i := range 60 {
			level, who := 3+rng.NormFloat64(), rng.Perm(15)
			row(600000+17*i, fmt.Sprint("Could you look at item ", i, " please?"), rated(rng, level), rated(rng, level), rated(rng, level),
				fmt.Sprintf("A%02dX", who[0]), fmt.Sprintf("A%02dX", who[1]), fmt.Sprintf("A%02dX", who[2]), fmt.Sprintf("%.3f", level))
		}
	}, 60, "Score", 15},
	"sensors at moments": {"timestamp,station,sensor,reading,reference", func(rng *rand.Rand, row func(...any)) {
		for i := range 60 {
			level := rng.NormFloat64()
			for _, sensor := range []string{"no2", "o3"} {
				for range 2 {
					row(fmt.Sprintf("2026-03-%02dT%02d:00:00", 1+i/24, i%24), "S1", sensor, fmt.Sprintf("%.2f", 20+5*level+rng.NormFloat64()), fmt.Sprintf("%.2f", level))
				}
			}
		}
	}, 60, "no2 o3", -1},
	"readings at moments": {"timestamp,sensor_a,sensor_b,humidity,lab", func(rng *rand.Rand, row func(...any)) {
		for i := range 90 {
			level := 20 + 5*rng.NormFloat64()
			row(fmt.Sprintf("2026-05-%02dT%02d:00:00Z", 1+i/24, i%24), fmt.Sprintf("%.1f", level), fmt.Sprintf("%.1f", level+rng.NormFloat64()), int(50+8*rng.NormFloat64()), fmt.Sprintf("%.2f", level))
		}
	}, 90, "humidity lab sensor_a sensor_b", 0},
	"jurors": {"product,juror,rank,sweetness,crunch,sales", func(rng *rand.Rand, row func(...any)) {
		for i := range 12 {
			level := 3 + rng.NormFloat64()
			for k := range 15 {
				row(fmt.Sprint("bar ", i), fmt.Sprint("juror ", k+1), []string{"1st", "2nd", "3rd"}[rng.IntN(3)], rated(rng, level), rated(rng, 3), int(500+100*level))
			}
		}
	}, 12, "crunch sweetness", 15},
	"two answers to a prompt": {"prompt,response,helpfulness,coherence,verbosity", func(rng *rand.Rand, row func(...any)) {
		for i := range 120 {
			level := 3 + rng.NormFloat64()
			row(fmt.Sprint("Explain thing ", i/2, " in simple words please."), fmt.Sprint("Here is the explanation number ", i, " of that thing."), rated(rng, level), rated(rng, level), rated(rng, 3))
		}
	}, 120, "coherence helpfulness verbosity", 0},
	"ages of participants": {"participant,age,stimulus,trust,warmth,truth", func(rng *rand.Rand, row func(...any)) {
		for p := range 20 {
			for _, i := range rng.Perm(60)[:15] {
				level := 50 + 20*math.Sin(float64(i))
				row(fmt.Sprint("p", p), 20+p, fmt.Sprintf("face_%d.jpg", i), int(level+9*rng.NormFloat64()), int(50+9*rng.NormFloat64()), fmt.Sprintf("%.2f", level))
			}
		}
	}, 60, "trust warmth", 20},
	"votes on galaxies": {"objid,t01_smooth_count,t02_edge_count,total_votes,class", func(rng *rand.Rand, row func(...any)) {
		for i := range 50 {
			level := rng.NormFloat64()
			row(587722981736120000+7*i, int(20+8*level+rng.NormFloat64()), int(10+4*rng.NormFloat64()), 40, string("ES"[b2i(level > 0)]))
		}
	}, 50, "t01_smooth_count t02_edge_count", 0},
	"days of a wearable": {"user_id,day,hr_mean,steps,phq9", func(rng *rand.Rand, row func(...any)) {
		for i := range 40 {
			level := rng.NormFloat64()
			for day := range 5 {
				row(fmt.Sprint("u", i), fmt.Sprint("2026-01-0", day+1), fmt.Sprintf("%.1f", 70+3*level+rng.NormFloat64()), int(8000-900*level+900*rng.NormFloat64()), int(8+4*level))
			}
		}
	}, 40, "hr_mean steps", 0},
	"numbers of employees": {"emp_no,dept,attitude,skill,punctuality", func(rng *rand.Rand, row func(...any)) {
		for i := range 50 {
			level := 3 + rng.NormFloat64()
			row(5000+i, []string{"IT", "HR", "Ops"}[rng.IntN(3)], rated(rng, level), rated(rng, level), rated(rng, 3))
		}
	}, 50, "attitude punctuality skill", 0},
	"vintages": {"Wine,Vintage,Taster,Nose,Palate,Price", func(rng *rand.Rand, row func(...any)) {
		for i := range 50 {
			level := 3 + rng.NormFloat64()
			for _, k := range rng.Perm(5)[:3] {
				row(fmt.Sprint("Chateau ", i/2), 2015+i%2, fmt.Sprint("T", k), rated(rng, level), rated(rng, level), fmt.Sprintf("%.2f", 20+8*level))
			}
		}
	}, 50, "Nose Palate", 5},
	"row names": {",judge,clear,short,gold", func(rng *rand.Rand, row func(...any)) {
		for i := range 50 {
			level := 3 + rng.NormFloat64()
			for _, judge := range []string{"gpt", "claude"} {
				row(fmt.Sprint("doc_", i), judge, rated(rng, level), rated(rng, level), fmt.Sprintf("%.2f", level))
			}
		}
	}, 50, "claude.clear claude.short gpt.clear gpt.short", -1},
	"grid of a form": {gridOfForm, func(rng *rand.Rand, row func(...any)) {
		for r := range 8 {
			cells := []any{fmt.Sprintf("2026/03/%02d 10:00:00", r+1), fmt.Sprintf("p%d@example.org", r)}
			for i := range 20 {
				cells = append(cells, rated(rng, 1+float64(i%5)))
			}
			row(cells...)
		}
	}, 10, "Clear? Kind?", 8},
	"sensors at times": {"machine_id,timestamp,temp_C,vibration,failed", func(rng *rand.Rand, row func(...any)) {
		for i := range 50 {
			level := 3 + rng.NormFloat64()
			for k := range 4 {
				row(fmt.Sprint("M", i), fmt.Sprintf("2026-0%d-11T0%d:00:00Z", 1+rng.IntN(9), k), fmt.Sprintf("%.1f", 60+8*level+rng.NormFloat64()), fmt.Sprintf("%.2f", level+rng.NormFloat64()), int(level/3))
			}
		}
	}, 50, "temp_C vibration", 0},
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
	if t.Logf("%d of %d are read right", right, len(strangersFiles)); right < 37 {
		t.Errorf("%d are read right", right)
	}
}

// TestLabelsInWords: one of two columns of words that never differ within an object is no label in
// silence, though its words are read as numbers; one that is named so is, in the order of its scale.
func TestLabelsInWords(t *testing.T) {
	rng, b := rand.New(rand.NewPCG(5, 9)), strings.Builder{}
	b.WriteString("patient_id,physician,fever,cough,smoker,diagnosis\n")
	for i := range 60 {
		smoker, diagnosis := []string{"yes", "no"}[rng.IntN(2)], []string{"positive", "negative"}[rng.IntN(2)]
		for k := range 2 {
			fmt.Fprintf(&b, "%d,Dr. %c,%d,%d,%s,%s\n", 1000+i, 'A'+k, rated(rng, 3), rated(rng, 3), smoker, diagnosis)
		}
	}
	d, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(b.String()))}, nil, Options{ObjectCol: "patient_id", RaterCol: "physician"})
	if err != nil || len(d.Labels) > 0 || !slices.Equal(d.Attributes, []string{"fever", "cough"}) {
		t.Errorf("read with the labels %v: %v", d.Labels, err)
	}
	text := strings.NewReplacer("diagnosis", "gold", "positive", "Incorrect", "negative", "correct").Replace(b.String())
	d, err = fromSources(t.Context(), []Source{Bytes("d.csv", []byte(text))}, nil, Options{ObjectCol: "patient_id", RaterCol: "physician"})
	if err != nil || len(d.Labels) != 1 || !slices.Equal(d.Labels[0].Classes, []string{"Incorrect", "correct"}) && !strings.Contains(fmt.Sprint(d.Warnings), `"Incorrect" as 0`) {
		t.Errorf("read with the labels %v, %v: %v", d.Labels, d.Warnings, err)
	}
}

// TestPeopleInNames: people in the names of columns are attributes or parts of these, with a finding
// that names them; its remedy makes raters of them, and says what it leaves out. Names of other things have none.
func TestPeopleInNames(t *testing.T) {
	wide := func(header string, cells int, level func(quality [2]float64, column int) float64) string {
		rng, b := rand.New(rand.NewPCG(5, 9)), strings.Builder{}
		b.WriteString(header + "\n")
		for i := range 60 {
			quality := [2]float64{rng.NormFloat64(), rng.NormFloat64()}
			for _, criterion := range []string{",fit", ",form"}[:max(1, 5-cells)] {
				fmt.Fprint(&b, "k", i, strings.Repeat(criterion, max(0, 4-cells)))
				for c := range cells {
					fmt.Fprint(&b, ",", rated(rng, 3+level(quality, c)))
				}
				b.WriteString("\n")
			}
		}
		return b.String()
	}
	remedy := func(text string) string {
		for _, w := range readCSV(t, text, Options{}).Warnings {
			if w.Code == model.CodeRaterColumns {
				if says := strings.Contains(w.Remedies[0].Does, "leaves out overall,"); says != strings.Contains(text, "overall") {
					t.Errorf("of %.30q is left out: %q", text, w.Remedies[0].Does)
				}
				return w.Remedies[0].Value
			}
		}
		return ""
	}
	rng, judges := rand.New(rand.NewPCG(5, 9)), strings.Builder{}
	judges.WriteString("essay,judge,ideas,style\n")
	for i := range 80 {
		fmt.Fprintf(&judges, "E%d,%c,%d,%d\n", i/2, 'A'+i%2, rated(rng, 3), rated(rng, 3))
	}
	if people := remedy(judges.String()); people != "" {
		t.Errorf("criteria of a judge: %q are people", people)
	}
	for name, c := range map[string]struct{ text, people, attributes string }{
		"person_attribute": {wide("cake,Anna_taste,Anna_look,Ben_taste,Ben_look", 4, func(q [2]float64, c int) float64 { return q[c%2] }), "Anna,Ben", "taste look"},
		"attribute_person": {wide("cake,taste_Anna,taste_Ben,look_Anna,look_Ben", 4, func(q [2]float64, c int) float64 { return q[c/2] }), "Anna,Ben", "taste look"},
		"nearly a grid":    {wide("cake,Anna_taste,Anna_look,Ben_taste,Ben_look,Cleo_taste", 5, func(q [2]float64, c int) float64 { return q[c%2] }), "Anna,Ben,Cleo", "taste look"},
		"scales differ":    {regexp.MustCompile(`(k\d+,\d),(\d),(\d),(\d)`).ReplaceAllString(wide("cake,Anna_taste,Anna_look,Ben_taste,Ben_look", 4, func(q [2]float64, c int) float64 { return q[c%2] }), "$1,1$2,$3,1$4"), "Anna,Ben", "taste look"},
		"beside a grid":    {wide("cake,Anna_taste,Anna_look,Ben_taste,Ben_look,overall", 5, func(q [2]float64, c int) float64 { return q[c%2] }), "Anna,Ben", "taste look"},
		"other, nearly":    {wide("face,skin_color,skin_shape,hair_color,hair_shape,nail_color", 5, func([2]float64, int) float64 { return 0 }), "", ""},
		"person":           {wide("item,criterion,Anna,Ben,Cleo", 3, func(q [2]float64, c int) float64 { return q[0] }), "Anna,Ben,Cleo", "fit form"},
		"alone":            {wide("item,Anna,Ben,Cleo,Dan", 4, func(q [2]float64, c int) float64 { return q[0] }), "Anna,Ben,Cleo,Dan", "judgment"},
		"criteria alone":   {wide("item,fit,form,price,look", 4, func(q [2]float64, c int) float64 { return q[c%2] }), "", ""},
		"other things":     {wide("face,skin_color,skin_shape,hair_color,hair_shape", 4, func([2]float64, int) float64 { return 0 }), "", ""},
	} {
		people := remedy(c.text)
		if people != c.people {
			t.Errorf("%s: %q are people, want %q", name, people, c.people)
		}
		if people == "" {
			continue
		}
		d := readCSV(t, c.text, Options{RaterCol: people})
		if strings.Join(d.Attributes, " ") != c.attributes || d.NamedRaters() != strings.Count(people, ",")+1 {
			t.Errorf("%s: attributes %q, %d raters", name, d.Attributes, d.NamedRaters())
		}
		sameByFlags(t, c.text, d)
		if _, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(c.text))}, nil, Options{RaterCol: people + ",Zoe"}); err == nil {
			t.Errorf("%s: a name that no column has is read", name)
		}
	}
}

// TestHabits: what programs write around judgments, in place of them, and between them changes nothing.
func TestHabits(t *testing.T) {
	table := func(header string, row func(item int, who string, clear, short int, gold string) string) string {
		rng, b := rand.New(rand.NewPCG(5, 9)), strings.Builder{}
		b.WriteString(header + "\n")
		for i := range 40 {
			level := 3 + rng.NormFloat64()
			for _, k := range rng.Perm(5)[:3] {
				b.WriteString(row(i, fmt.Sprint("r", k), rated(rng, level), rated(rng, level), fmt.Sprintf("%.2f", level)) + "\n")
			}
		}
		return b.String()
	}
	plain := func(i int, who string, clear, short int, gold string) string {
		return fmt.Sprintf("item %d,%s,%d,%d,%s", i, who, clear, short, gold)
	}
	quoted := func(i int, who string, clear, short int, gold string) string {
		return fmt.Sprintf(`"item %d" "%s" %d %d %s`, i, who, clear, short, gold)
	}
	want := table("item,rater,clear,short,gold", plain)
	above := -1
	merged := func(i int, who string, clear, short int, gold string) string {
		if i == above {
			return fmt.Sprintf(",%s,%d,%d,", who, clear, short)
		}
		above = i
		return plain(i, who, clear, short, gold)
	}
	answer := func(fence string) func(int, string, int, int, string) string {
		return func(i int, who string, clear, short int, gold string) string {
			return fmt.Sprintf(`"item %d",%s,"%s{""clear"": %d, ""short"": %d, ""why"": ""so, %d""}",%s`, i, who, fence, clear, short, i, gold)
		}
	}
	for name, text := range map[string]string{
		"merged cells":    table("item,rater,clear,short,gold", merged),
		"headers between": strings.Replace(want, "\nitem 20,", "\nitem,rater,clear,short,gold\nitem 20,", 1),
		"totals":          want + "Durchschnitt,,3.1,3.2,3\n",
		"second header":   strings.Replace(want, "\n", "\n,,Response,Response,\n", 1),
		"blanks": table("item rater clear short gold", func(i int, who string, clear, short int, gold string) string {
			return strings.TrimPrefix(quoted(i, who, clear, short, gold), " ")
		}),
		"answers":        table("item,rater,a,gold", answer("")),
		"fenced answers": table("item,rater,a,gold", answer("```json\n")),
		"JSON in JSON": table("", func(i int, who string, clear, short int, gold string) string {
			return fmt.Sprintf(`{"item": "item %d", "rater": %q, "a": "{\"clear\": %d, \"short\": %d}", "gold": %s}`, i, who, clear, short, gold)
		}),
	} {
		d, err := fromSources(t.Context(), []Source{Bytes(map[bool]string{true: "d.jsonl", false: "d.txt"}[strings.HasPrefix(text, "\n")], []byte(strings.TrimPrefix(text, "\n")))}, nil, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		is := readCSV(t, want, Options{})
		for a, attribute := range d.Attributes {
			d.Attributes[a] = strings.TrimPrefix(attribute, "a.")
		}
		if !slices.Equal(dump(d), dump(is)) || d.NamedRaters() != 5 || !slices.Equal(d.Labels[0].Values, is.Labels[0].Values) {
			t.Errorf("%s: %d judgments %q, want %q", name, len(d.Value), dump(d)[:3], dump(is)[:3])
		}
	}
}

// TestFilesOfRaters: files that judge the same objects once may be of one rater each, which is told; of
// files with objects of their own nothing is.
func TestFilesOfRaters(t *testing.T) {
	file := func(name string, from int) Source {
		text := "item,clear,number\n"
		for i := range 20 {
			text += fmt.Sprintf("i%d,%d,%d\n", from+i, 1+i*7%5, from+i+1)
		}
		return Bytes(name, []byte(text))
	}
	for from, want := range map[int]int{1: 1, 20: 0} {
		d, err := fromSources(t.Context(), []Source{file("anna.csv", 0), file("ben.csv", from)}, nil, Options{ObjectCol: "item", Layout: ByRater})
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		for _, w := range d.Warnings {
			if w.Code == model.CodeRaterColumns && w.Remedies[0].Option == model.OptionNameIs && w.Remedies[0].Value == "rater" {
				told++
			}
		}
		if told != want || len(d.Labels) > 0 {
			t.Errorf("from %d: %v, labels %v", from, d.Warnings, d.Labels)
		}
	}
}

// TestMarks: an x says yes where other cells have nothing, but not in rows without anything.
func TestMarks(t *testing.T) {
	text := "image,annotator,dark,sharp\n"
	for i := range 30 {
		text += fmt.Sprintf("i%d,r%d,%s,%d\n", i/2, i%2, []string{"x", "", "X"}[i%3], 1+i%4)
	}
	d := readCSV(t, text+",,,\n", Options{})
	if len(d.Objects) != 15 || len(d.Value) != 60 || !slices.ContainsFunc(d.Warnings, func(f model.Finding) bool { return strings.HasSuffix(f.Message, `"" 0, "x" 1`) }) {
		t.Errorf("%d objects, %d judgments, %v", len(d.Objects), len(d.Value), d.Warnings)
	}
}

// TestNamesOfRows: R names rows in a column that the header does not have; a cell too many in some rows is an
// error, and an empty one behind a separator at the end nothing.
func TestNamesOfRows(t *testing.T) {
	const header, more = "plot,tall,yield\n", "has 4 cells, and the header has 3"
	for rows, want := range map[string]string{
		`"1","p1",4,2.5` + "\n" + `"2","p1",3,2.5` + "\n" + `"3","p2",1,4.5` + "\n": "",
		"p1,4,2.5,9\np1,3,2.5\np2,1,4.5\np3,1,4.5\n":                                more,
		"p1,4,2.5,\np1,3,2.5,\np2,1,4.5,\n":                                         "",
		"p1,4,2.5,\np1,3,2.5,\np2,1,4.5,7\n":                                        more,
	} {
		d, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(header+rows))}, nil, Options{ObjectCol: "plot", Label: "yield"})
		switch {
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v", rows, err)
		case want == "" && (err != nil || !slices.Equal(d.Objects, []string{"p1", "p2"})):
			t.Errorf("%q: %v", rows, err)
		}
	}
}

// TestFrames: a table by columns, in each way that pandas writes one, or printed in a frame, is read as
// its rows are.
func TestFrames(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	names := []string{"id", "who", "tone", "truth"}
	columns, numbered := make([][]string, 4), make([][]string, 4)
	var rows []string
	text := strings.Join(names, ",") + "\n"
	for i := range 40 {
		level := 3 + rng.NormFloat64()
		for _, k := range rng.Perm(5)[:3] {
			row := []string{fmt.Sprintf(`"d%d"`, i), fmt.Sprintf(`"a%d"`, k), fmt.Sprint(rated(rng, level)), fmt.Sprintf("%.2f", level)}
			text += strings.ReplaceAll(strings.Join(row, ","), `"`, "") + "\n"
			for c, cell := range row {
				columns[c], numbered[c] = append(columns[c], cell), append(numbered[c], fmt.Sprintf(`"%d":%s`, len(rows), cell))
			}
			rows = append(rows, "["+strings.Join(row, ",")+"]")
		}
	}
	object := func(begin, end string, columns [][]string) string {
		var fields []string
		for c, name := range names {
			fields = append(fields, fmt.Sprintf(`"%s":%s%s%s`, name, begin, strings.Join(columns[c], ","), end))
		}
		return "{" + strings.Join(fields, ",") + "}"
	}
	framed := func(begin, between, end, rule string) string {
		lines := strings.Split(strings.TrimSpace(text), "\n")
		for i, line := range lines {
			lines[i] = begin + strings.ReplaceAll(line, ",", between) + end
		}
		return strings.Join(slices.Insert(lines, 1, rule), "\n")
	}
	want := readCSV(t, text, Options{})
	for name, frame := range map[string]string{
		"columns": object("{", "}", numbered), "list": object("[", "]", columns),
		"markdown": framed("| ", " | ", " |", "|---|:--|--:|---|"), "printed": framed(" ", " | ", "", "----+-----+------+------"),
		"split": `{"columns":["` + strings.Join(names, `","`) + `"],"index":[0,1],"data":[` + strings.Join(rows, ",") + "]}",
	} {
		d, err := fromSources(t.Context(), []Source{Bytes(map[bool]string{true: "d.json", false: "d.txt"}[frame[0] == '{'], []byte(frame))}, nil, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !slices.Equal(dump(d), dump(want)) || d.NamedRaters() != 5 || !slices.Equal(d.Labels[0].Values, want.Labels[0].Values) {
			t.Errorf("%s: judgments %q, want %q", name, dump(d)[:3], dump(want)[:3])
		}
	}
}

// TestNestedLikeRows: records in the lists of records are read as a table of what they come to is.
func TestNestedLikeRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	var list, named []string
	flat, long := "doc,score_human,by,fluency,coverage\n", "doc,score_human,by,metric,score\n"
	for i := range 60 {
		level := 3 + rng.NormFloat64()
		var records, scores []string
		for _, k := range rng.Perm(5)[:3] {
			a, b := rated(rng, level), rated(rng, level)
			records = append(records, fmt.Sprintf(`{"by":"a%d","fluency":%d,"coverage":%d}`, k, a, b))
			scores = append(scores, fmt.Sprintf(`{"by":"a%d","metric":"fluency","score":%d},{"by":"a%d","metric":"coverage","score":%d}`, k, a, k, b))
			flat += fmt.Sprintf("d%d,%.2f,a%d,%d,%d\n", i, level, k, a, b)
			long += fmt.Sprintf("d%d,%.2f,a%d,fluency,%d\nd%d,%.2f,a%d,coverage,%d\n", i, level, k, a, i, level, k, b)
		}
		above := fmt.Sprintf(`{"doc":"d%d","score_human":%.2f,"given":[`, i, level)
		list, named = append(list, above+strings.Join(records, ",")+"]}"), append(named, above+strings.Join(scores, ",")+"]}")
	}
	for name, nested := range map[string][]string{flat: list, long: named} {
		want := readCSV(t, name, Options{})
		found, err := fromSources(t.Context(), []Source{Bytes("d.json", []byte("["+strings.Join(nested, ",")+"]"))}, nil, Options{})
		if err != nil {
			t.Errorf("%.40s is a question: %v", nested[0], err)
			continue
		}
		if !slices.Equal(dump(found), dump(want)) || len(found.Labels) != 1 || !slices.Equal(found.Labels[0].Values, want.Labels[0].Values) || found.NamedRaters() != 5 {
			t.Errorf("%.60s: %d raters, labels %v, judgments %q, want %q", nested[0], found.NamedRaters(), found.Labels, dump(found)[:3], dump(want)[:3])
		}
	}
}

// TestDictsOfDicts: whichever of object and judge stands outside, each judge's scores of an object are its
// attributes.
func TestDictsOfDicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	byItem, byJudge := make(map[string]any), map[string]map[string]any{"gpt": {}, "claude": {}}
	for i := range 40 {
		item, level := fmt.Sprint("item", i), 3+rng.NormFloat64()
		own := make(map[string]any)
		for _, judge := range []string{"gpt", "claude"} {
			scores := []int{rated(rng, level), rated(rng, level)}
			own[judge] = map[string]int{"clarity": scores[0], "tone": scores[1]}
			byJudge[judge][item] = own[judge]
		}
		byItem[item] = own
	}
	for _, outer := range []any{byItem, byJudge} {
		text, err := json.Marshal(outer)
		if err != nil {
			t.Fatal(err)
		}
		d := mustRead(t, string(text))
		if got := slices.Sorted(slices.Values(d.Attributes)); len(d.Objects) != 40 || len(d.Value) != 160 || !slices.Equal(got, []string{"claude.clarity", "claude.tone", "gpt.clarity", "gpt.tone"}) {
			t.Errorf("%.60s: %d objects, %d judgments, attributes %q", text, len(d.Objects), len(d.Value), got)
		}
	}
}

// TestAskedObject: where no header says what was judged, the question has the right answer: two
// columns that tell all rows apart, of headers with a question mark, or the rows.
func TestAskedObject(t *testing.T) {
	ask := func(header string, rows int, row func(rng *rand.Rand, i int) string) string {
		rng, b := rand.New(rand.NewPCG(5, 9)), strings.Builder{}
		b.WriteString(header + "\n")
		for i := range rows {
			b.WriteString(row(rng, i) + "\n")
		}
		_, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(b.String()))}, nil, Options{})
		return told(err)
	}
	for want, got := range map[string]string{
		"object-col=Batch,Oven tray": ask("Batch,Oven tray,Crumb,Crust,Sold", 72, func(rng *rand.Rand, i int) string {
			level := 3 + rng.NormFloat64()
			return fmt.Sprintf("B%d,%s,%d,%d,%d", i/3, []string{"top", "middle", "bottom"}[i%3], rated(rng, level), rated(rng, level), int(20+5*level))
		}),
		"object-col=Produkt,condition": ask("Produkt,condition,annotator,tone,brevity,style", 180, func(rng *rand.Rand, i int) string {
			level := 2 + float64(i/2*7%5)/2
			return fmt.Sprintf("doc_%d,%c,w%d,%d,%d,%d", i/6, 'A'+i/2%3, i%2+2*rng.IntN(4), rated(rng, level), rated(rng, level), rated(rng, 3))
		}),
		"layout=by-object": ask("item,clear1,clear2,kind1,kind2,gold", 60, func(rng *rand.Rand, i int) string {
			level := 2 + float64(i*7%5)/2
			return fmt.Sprintf("i%d,%d,%d,%d,%d,%.2f", i, rated(rng, level), rated(rng, level), rated(rng, level), rated(rng, level), level)
		}),
		"object-col=Which pizza?": ask("Timestamp,Your name,Which pizza?,How is the crust?,How is the sauce?", 90, func(rng *rand.Rand, i int) string {
			return fmt.Sprintf("2026/03/%02d 11:20:11,n%d,pizza %c,%d,%d", 1+i%28, rng.IntN(9), 'A'+rng.IntN(10), rated(rng, 3), rated(rng, 3))
		}),
		"object-col=ROW": ask("x1,x2,x3,out", 50, func(rng *rand.Rand, _ int) string {
			return fmt.Sprintf("%d,%d,%d,%.3f", rated(rng, 3), rated(rng, 3), rated(rng, 3), rng.NormFloat64())
		}),
		"object-col=Plant": ask("Plant,Soil,Leaf,Root", 9, func(rng *rand.Rand, i int) string {
			return fmt.Sprintf("plant %c,%s,%d,%d", 'A'+i, []string{"clay", "sand", "loam"}[rng.IntN(3)], rated(rng, 3), rated(rng, 3))
		}),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not among %s", want, got)
		}
	}
}

// TestAmounts: money, and thousands, are numbers, of a label too.
func TestAmounts(t *testing.T) {
	for _, way := range []string{"$%d", "%d €", "\"$%d,000\"", "\"%d,250\"", "%d 250", "\"%d.500,00 €\""} {
		var b strings.Builder
		b.WriteString("item,a,b,paid\n")
		for i := range 30 {
			fmt.Fprintf(&b, "i%d,%d,%d,"+way+"\n", i, i%5, i%4, 300+7*i)
		}
		d := readCSV(t, b.String(), Options{Label: "paid"})
		if y := d.Labels[0].Values; y[1]-y[0] != 7 && y[1]-y[0] != 7000 {
			t.Errorf("%s is read as %v", way, y[:2])
		}
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

// TestLabelScale: the words of a label are steps where a scale has them all, each at a place of its own,
// and classes elsewhere.
func TestLabelScale(t *testing.T) {
	for words, steps := range map[string]string{
		"D C A B F":                     "F D C B A",
		"good poor excellent fair":      "poor fair good excellent",
		"tie A B":                       "B tie A",
		"red green blue":                "",
		"good poor excellent fair blue": "",
	} {
		var b strings.Builder
		b.WriteString("item,rater,clear,deep,gold\n")
		for i := range 60 {
			all := strings.Fields(words)
			for k := range 2 {
				fmt.Fprintf(&b, "i%d,r%d,%d,%d,%s\n", i, k, 1+(i+k)%5, 1+(i*i+k)%5, all[i%len(all)])
			}
		}
		d := readCSV(t, b.String(), Options{Label: "gold"})
		if l := d.Labels[0]; l.Ordered != (steps != "") || l.Ordered && !strings.EqualFold(strings.Join(l.Classes, " "), steps) {
			t.Errorf("%s are read as %q, ordered %v", words, l.Classes, l.Ordered)
		}
	}
}

// TestObjectsOfLabels: a file of labels says what the objects are where the cells do not.
func TestObjectsOfLabels(t *testing.T) {
	rng, b := rand.New(rand.NewPCG(5, 9)), strings.Builder{}
	b.WriteString("subj,image,task,resp\n")
	for i := range 48 {
		level := 3 + rng.NormFloat64()
		for k := range 48 {
			fmt.Fprintf(&b, "S%d,tex%d.png,%s,%d\n", k/4*3, i, []string{"rough", "soft", "cold", "wet"}[k%4], rated(rng, level))
		}
	}
	for id, objects := range map[string]int{"tex%d.png": 48, "S%d": 12} {
		labels := "name,depth\n"
		for i := range 48 {
			labels += fmt.Sprintf(id+",%d\n", i, i*i%17)
		}
		d, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(b.String()))}, []Source{Bytes("l.csv", []byte(labels))}, Options{Yes: true})
		if err != nil || len(d.Objects) != objects {
			t.Errorf("labels of %s: %v", id, err)
		}
	}
}
