package speed

import "fmt"

// row is a row of the table: a program that reads a file.
type row struct {
	name    string // by which other rows refer to it
	file    file
	program program
	against string // the row whose time the row's time is divided by; "" for none
	goal    string
	runs    int // at most; 0 for as many as are asked for
}

// label is what the table calls the row.
func (r row) label() string { return fmt.Sprintf("`%s`: %s", r.program.name, r.file.title()) }

// Commands of fms-tui. Plain is the plan of the paper's estimates alone, as a script with numpy
// computes it.
var (
	moments = ours("moments")
	check   = ours("check")
	plain   = ours("select", "--budget", "20", "--raters", "paper", "--shrink", "none", "--no-honest")
	plan    = ours("select", "--budget", "20", "--no-honest")
	honest  = ours("select", "--budget", "20")
)

// rows are the rows of docs/dev/performance.md, with files smaller by a divisor; a file of more
// million rows comes last, 0 for none.
func rows(divisor, million int, rivals []program) []row {
	small := file{"small.csv", 1000 / divisor, 40, byRater, false}
	wide := file{"wide.csv", 10_000 / divisor, 500, byRater, false}
	widePacked := file{"wide.parquet", 10_000 / divisor, 500, byRater, true}
	many := file{"many.csv", 1500 / divisor, 1000, byRater, false}
	some := file{"some.csv", 20_000 / divisor, 50, long, false}
	packed := file{"some.parquet", 20_000 / divisor, 50, long, true}
	sorted := file{"sorted.csv", 100_000 / divisor, 50, long, false}
	mixed := file{"shuffled.csv", 100_000 / divisor, 50, shuffled, false}
	all := compared(nil, "small", small, rivals, "12")
	all = compared(all, "wide", wide, rivals, "3")
	all = append(
		all,
		row{name: "wide, plan", file: wide, program: plan},
		row{file: wide, program: honest, against: "wide, plan", goal: "at most 2"},
		row{name: "many, plan", file: many, program: plan},
		row{file: many, program: honest, against: "many, plan", goal: "at most 2, 1 GB"},
		row{name: "wide, moments", file: wide, program: moments},
		row{file: widePacked, program: moments, against: "wide, moments", goal: "at most .5"},
		row{name: "some, check", file: some, program: check},
		row{file: packed, program: check, against: "some, check", goal: "at most .5"},
		row{name: "some, moments", file: some, program: moments},
		row{file: packed, program: moments, against: "some, moments", goal: "at most .5"},
		row{name: "sorted", file: sorted, program: moments, goal: "3 s, 200 MB"},
		row{file: mixed, program: moments, against: "sorted", goal: "at most 1.5"},
	)
	for _, p := range rivals {
		all = append(all, row{file: sorted, program: p, against: "sorted", runs: 1})
	}
	if million > 0 {
		large := file{"large.csv", million * 10_000, 50, long, false}
		all = append(all, row{file: large, program: moments, goal: "60 s, 200 MB", runs: 1})
	}
	return all
}

// compared adds the plan of a file beside the work of other programs.
func compared(all []row, name string, f file, rivals []program, goal string) []row {
	all = append(all, row{name: name, file: f, program: plain})
	for _, p := range rivals {
		r := row{file: f, program: p, against: name}
		if p.name == pandas {
			r.goal = "at least " + goal
		}
		all = append(all, r)
	}
	return all
}
