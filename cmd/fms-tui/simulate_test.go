package main

import (
	"encoding/json"
	"testing"
)

// TestPlanSimulate: the table, the answer and the seed in JSON; bad words are one clear
// error each.
func TestPlanSimulate(t *testing.T) {
	r := fms(t, "plan", "--simulate", "attributes=3,reliability=.6 r2=.7 within=.2 pilots=10", "--seed", "7", "--json", "--quiet")
	r.want(t, 0)
	var got struct {
		Seed       uint64
		Seconds    float64
		Budget     float64
		Population struct{ Attributes int }
		Designs    []struct{ Objects, Repeats, Judgments, Pilots int }
		Enough     []struct {
			Objects    int
			Difference float64
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &got); err != nil {
		t.Fatal(err)
	}
	if got.Seed != 7 || got.Budget != 3 || got.Population.Attributes != 3 || len(got.Enough) != 3 || got.Enough[0].Difference > .2 ||
		got.Designs[0].Objects != 50 || got.Designs[0].Judgments != 300 || got.Designs[0].Pilots != 10 {
		t.Errorf("%s", r.stdout)
	}
	for _, c := range []struct{ words, want string }{
		{"reliability=2", "reliability=2: accepted are numbers above 0 to below 1"},
		{"halo=1", "halo=1: accepted are numbers from 0 to below 1"},
		{"attributes=0", "attributes=0: accepted are whole numbers from 1 to 200"},
		{"noise=.3", `"noise" is not known: accepted are attributes, reliability`},
		{"reliability", "is not of the form NAME=VALUE"},
	} {
		fms(t, "plan", "--simulate", c.words).want(t, statusMisused, c.want)
	}
	fms(t, "plan", "--simulate", "r2=.5", "data.csv").want(t, statusMisused, "--simulate draws pilots of its own")
	fms(t, "plan", "--simulate", "r2=.5", "--pilot", "100").want(t, statusMisused, "--pilot is about data")
	fms(t, "plan").want(t, statusMisused, "plan needs DATA")
}
