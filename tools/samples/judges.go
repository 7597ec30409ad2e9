package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// judgesSeed makes the bundled log of judges.
const judgesSeed = 1956

const (
	itemCount  = 240
	judgeCalls = 4 // of each judge for each item
	passMark   = 3.5
	midMark    = 2.5 // of three grades
)

// judge is a simulated language model that grades answers.
type judge struct {
	name     string
	price    float64 // of a call about an item of usual length, in USD
	severity float64 // added to every score
	insight  float64 // how closely its scores follow what the item is like
	taste    float64 // spread of its opinion of an item, alike in all calls and criteria
	mood     float64 // spread of what the scores of one call have in common
	slip     float64 // spread of a single score
}

// judges differ as models do: dear ones see more, cheap ones waver.
var judges = []judge{
	{"wren", .0004, .6, .45, .5, .5, .7},
	{"finch", .0009, .2, .6, .4, .4, .6},
	{"lark", .0021, -.1, .75, .35, .3, .5},
	{"heron", .0058, -.4, .9, .3, .25, .4},
	{"eagle", .0135, -.2, 1, .25, .2, .3},
}

// judgeCriteria and how much each counts for the people's opinion of an item.
var judgeCriteria = []struct {
	name   string
	weight float64
}{{"accuracy", .5}, {"clarity", .3}, {"depth", .25}, {"structure", .15}, {"tone", .1}, {"brevity", 0}}

// writeJudges simulates the log of a loop that asks five judges about every item,
// four times each, one call for all six criteria, and writes it as JSON Lines: a
// call a line, in the order in which a loop would make them.
//
// An item has a general quality and a trait for each criterion. A score is 3 +
// severity + insight·(trait) + taste + mood + slip, rounded to 1 to 5, where
// taste is drawn for an item and judge, mood for a call and slip for a score:
// what is common to one call makes a form of its scores. human is what people
// think of the item: 3 plus the weighted traits, a part that no judge sees, and
// the spread of a mean of few people, to one decimal. The verdict is pass from
// passMark on.
func writeJudges(w io.Writer) error { return simulateJudges(w, func(int, float64) {}) }

// writeGrades writes item_id,grade: low, mid or high, by what people think of the item.
func writeGrades(w io.Writer) error {
	rows := "item_id,grade\n"
	err := simulateJudges(io.Discard, func(item int, human float64) {
		grade := "mid"
		switch {
		case human < midMark:
			grade = "low"
		case human >= passMark:
			grade = "high"
		}
		rows += fmt.Sprintf("q%03d,%s\n", item, grade)
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, rows)
	return err
}

// simulateJudges is writeJudges, and hands on what people think of each item.
func simulateJudges(w io.Writer, opinion func(item int, human float64)) error {
	rng := rand.New(rand.NewPCG(judgesSeed, 0))
	out := bufio.NewWriter(w)
	for i := range itemCount {
		quality, length := rng.NormFloat64(), .8+.4*rng.Float64()
		traits := make([]float64, len(judgeCriteria))
		human := 3 + .45*rng.NormFloat64()
		for c := range traits {
			traits[c] = .6*quality + .8*rng.NormFloat64()
			human += judgeCriteria[c].weight * traits[c]
		}
		human = math.Round(10*min(5, max(1, human))) / 10
		opinion(i+1, human)
		verdict := "fail"
		if human >= passMark {
			verdict = "pass"
		}
		for _, j := range judges {
			taste := j.taste * rng.NormFloat64()
			for call := range judgeCalls {
				mood := j.mood * rng.NormFloat64()
				scores := make([]string, len(traits))
				for c, trait := range traits {
					x := 3 + j.severity + j.insight*trait + taste + mood + j.slip*rng.NormFloat64()
					scores[c] = fmt.Sprintf("%q: %d", judgeCriteria[c].name, int(math.Round(min(5, max(1, x)))))
				}
				fmt.Fprintf(out, `{"item_id": "q%03d", "judge_model": %q, "run": %d, "scores": {%s}, "cost_usd": %s, "human": %s, "verdict": %q}`+"\n",
					i+1, j.name, call+1, strings.Join(scores, ", "), decimal(math.Round(1e5*j.price*length)/1e5), decimal(human), verdict)
			}
		}
	}
	return out.Flush() // which remembers the first error
}

// decimal is the shortest decimal that reads back exactly.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
