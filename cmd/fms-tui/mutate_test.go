//go:build unix

package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/xuri/excelize/v2"

	"fms-tui/internal/fresh"
)

// mutations is how many mutated files are tried.
var mutations = flag.Int("mutations", 94, "mutated files that TestMutations tries")

// hangs is the time after which a command on a few dozen rows has hung.
const hangs = 2 * time.Minute

// trial is a command line, and the files in it that are mutated: words of args that
// begin with @.
type trial []string

// trials are all commands that read files, each on small ones.
func trials() []trial {
	words := func(line string) trial { return strings.Fields(line) }
	return []trial{
		words("select @long.csv --labels @labels.csv --budget 3,6 --no-honest"),
		words("select @long.csv --labels @labels.csv --cost @costs.csv --algorithm full,copies,exchange --raters fixed --folds 3"),
		words("select @wide.csv --label y --psd label --shrink none --json --folds 3"),
		words("select @long.csv --labels @labels.csv --sheet @sheets.csv --folds 3 --psd paper"),
		words("select @table.jsonl --label y --ridge auto --folds 3"),
		words("select @judgments.moments --budget 4 --raters paper --folds 3"),
		words("select @judgments.moments --budget 4 --raters aware --json --folds 3"),
		words("check @long.csv --labels @labels.csv"),
		words("check @wide.csv --label y --json"),
		words("check @table.xlsx --label y"),
		words("check @table.parquet --label y"),
		words("check @judgments.moments"),
		words("export @long.csv --labels @labels.csv --budget 5 --folds 3"),
		words("predict @predictor.json @long.csv"),
		words("predict @predictor.json @long.csv --partial --json"),
		words("plan @long.csv --labels @labels.csv --budget 4 --new @labels.csv --form calls -o to_make.csv --folds 3"),
		words("plan @long.csv --labels @labels.csv --budget 4 --pilot 200 --subsamples 20 --folds 3"),
		words("validate @long.csv --labels @labels.csv --budget 3,5 --folds 3"),
		words("lab protocol @wide.csv --label y --budget 3 --splits 2"),
		words("lab tradeoff @wide.csv --label y --budget 3 --splits 2 --totals 200"),
		words("validate @long.csv --labels @labels.csv --budget 4 --designs --folds 3"),
		words("moments @long.csv --labels @labels.csv -o again.moments"),
		words("moments @judgments.moments @further.moments -o both.moments"),
		words("subset @long.csv --labels @labels.csv --budget 4"),
		words("plan @long.csv --labels @few.csv --budget 4 --label-next 3 --folds 3"),
		words("experts @votes.csv --features @features.csv --lambdas 2 --restarts 2"),
		words("partial @wide.csv --label y --k 2 --splits 2 --folds 2"),
		words("select @long.csv --labels @classes.csv --label grade --budget 4 --folds 3"),
		append(words("select @long.csv --labels @classes.csv --label grade --ordered low,mid,high --folds 3 --json --goal"), "by kappa"),
		append(words("select @long.csv --labels @classes.csv --label grade=high --folds 3 --goal"), "within 5% by auc"),
		words("select @long.csv --labels @classes.csv --label y --label pass --folds 3"),
		words("select @calls.jsonl --budget 0.01 --folds 3 --bootstrap 2"),
		words("validate @long.csv --labels @classes.csv --label pass --budget 4 --folds 3 --cost-of fn=2,fp=1"),
		words("agreement @long.csv --labels @classes.csv --label grade"),
		words("agreement @judgments.moments --json"),
		words("plan @long.csv --labels @classes.csv --label pass --budget 4 --decide p>.5 --folds 3"),
		words("export @long.csv --labels @labels.csv --budget 4 --decide y>0 --form stopping --folds 3"),
		words("export @long.csv --labels @classes.csv --label grade --budget 4 --form python --folds 3"),
		words("export @long.csv --labels @labels.csv --budget 4 --crowd @crowd.csv --form sql --folds 3"),
		words("predict @graded.json @long.csv --partial --crowd @crowd.csv"),
		words("predict @graded.json @long.csv --json"),
		words("moments @long.csv --labels @classes.csv --label grade --private --allow-small -o private.moments"),
		words("select @graded.moments --budget 4 --raters aware --folds 3 --json"),
		words("select @wide.csv --label-from calm --label-agg median --design single --max-repeats 2 --folds 3"),
		words("report @long.csv --labels @classes.csv --label pass --budget 4 --folds 3 -o report.html"),
		words("plot curve @wide.csv --label y --budget 4 --folds 3 -o curve.svg"),
	}
}

// mutationRow is a row of the Parquet file.
type mutationRow struct {
	Object string  `parquet:"object"`
	Tall   float64 `parquet:"tall"`
	Bold   float64 `parquet:"bold"`
	Y      float64 `parquet:"y"`
}

// pristine writes the files that are mutated, in every format.
func pristine(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	rng := rand.New(rand.NewPCG(3, 4))
	long, labels, few := "object,attribute,rater,judgment\n", "object,y\n", "object,y\n"
	classes, crowd, calls := "object,y,grade,pass\n", "object,attribute,rater,judgment\n", ""
	wide, lines := "object,rater,tall,bold,calm,y\n", ""
	votes, features := "object,attribute,rater,judgment\n", "object,f,g\n"
	var rows []mutationRow
	book := excelize.NewFile()
	_ = book.SetSheetRow("Sheet1", "A1", &[]any{"object", "tall", "bold", "y"})
	for i := range 54 {
		truth := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		y := truth[0] + truth[1]/2 + rng.NormFloat64()/4
		labels += fmt.Sprintf("o%d,%.4g\n", i, y)
		grade, pass := "mid", "no"
		if truth[0] > 0.5 {
			grade = "high"
		} else if truth[0] < -0.5 {
			grade = "low"
		}
		if y > 0 {
			pass = "yes"
		}
		if i < 30 {
			few += fmt.Sprintf("o%d,%.4g\n", i, y)
		}
		classes += fmt.Sprintf("o%d,%.4g,%s,%s\n", i, y, grade, pass)
		features += fmt.Sprintf("o%d,%.3g,%.3g\n", i, truth[0], truth[1])
		for w := range 3 {
			cells := make([]string, 3)
			for a, name := range []string{"tall", "bold", "calm"} {
				cells[a] = fmt.Sprintf("%.3g", truth[a]+rng.NormFloat64())
				long += fmt.Sprintf("o%d,%s,w%d,%s\n", i, name, w, cells[a])
			}
			for v := range 2 {
				crowd += fmt.Sprintf("n%d,%s,v%d,%.3g\n", i, []string{"tall", "bold", "calm"}[w], v, truth[w]*2+rng.NormFloat64())
				calls += fmt.Sprintf(`{"item":"o%d","model":"m%d","scores":{"tall":%.3g,"bold":%s},"input_tokens":%d,"output_tokens":20,"cost":0.00%d,"human":%.4g}`+"\n",
					i, w, truth[0]+rng.NormFloat64(), cells[1], 300+i+v, w+1, y)
			}
			vote := 0
			if truth[0]+rng.NormFloat64()/2 > 0 {
				vote = 1
			}
			votes += fmt.Sprintf("o%d,good,w%d,%d\n", i, w, vote)
			wide += fmt.Sprintf("o%d,w%d,%s,%.4g\n", i, w, strings.Join(cells, ","), y)
			lines += fmt.Sprintf("{\"object\":\"o%d\",\"rater\":\"w%d\",\"tall\":%s,\"bold\":%s,\"y\":%.4g}\n", i, w, cells[0], cells[1], y)
			rows = append(rows, mutationRow{fmt.Sprint("o", i), truth[0] + rng.NormFloat64(), truth[1] + rng.NormFloat64(), y})
			cell, _ := excelize.CoordinatesToCellName(1, len(rows)+1)
			r := rows[len(rows)-1]
			_ = book.SetSheetRow("Sheet1", cell, &[]any{r.Object, r.Tall, r.Bold, r.Y})
		}
	}
	var sheet, columns bytes.Buffer
	w := parquet.NewGenericWriter[mutationRow](&columns)
	_, wrote := w.Write(rows)
	for _, err := range []error{wrote, w.Close(), book.Write(&sheet)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range map[string]string{
		"long.csv": long, "labels.csv": labels, "few.csv": few, "classes.csv": classes, "crowd.csv": crowd, "calls.jsonl": calls, "wide.csv": wide, "table.jsonl": lines,
		"votes.csv": votes, "features.csv": features, "table.xlsx": sheet.String(), "table.parquet": columns.String(),
		"costs.csv": "attribute,cost\ntall,2\nbold,1.5\ncalm,1\n", "sheets.csv": "sheet,attribute,price\nform,tall,2\nform,bold,\n",
	} {
		writeText(t, filepath.Join(folder, name), content)
	}
	in := func(name string) string { return filepath.Join(folder, name) }
	for _, made := range [][]string{
		{"export", in("long.csv"), "--labels", in("labels.csv"), "--budget", "6", "--folds", "3", "-o", in("predictor.json")},
		{"moments", in("long.csv"), "--labels", in("labels.csv"), "--shard", "1/2", "-o", in("judgments.moments")},
		{"moments", in("long.csv"), "--labels", in("labels.csv"), "--shard", "2/2", "-o", in("further.moments")},
		{"export", in("long.csv"), "--labels", in("classes.csv"), "--label", "grade", "--budget", "6", "--folds", "3", "-o", in("graded.json")},
		{"moments", in("long.csv"), "--labels", in("classes.csv"), "--label", "grade", "-o", in("graded.moments")},
	} {
		if r := fms(t, made...); r.status != statusDone {
			t.Fatalf("%v: %s", made, r.stderr)
		}
	}
	return folder
}

// mutate returns text with one to three changes of the kinds that accidents make.
func mutate(rng *rand.Rand, data []byte) []byte {
	data = slices.Clone(data)
	for range 1 + rng.IntN(3) {
		if len(data) == 0 {
			return data
		}
		switch at := rng.IntN(len(data)); rng.IntN(9) {
		case 0: // a byte
			data[at] ^= byte(1 << rng.IntN(8))
		case 1: // any byte
			data[at] = byte(rng.IntN(256))
		case 2: // the file ends here
			data = data[:at]
		case 3: // a few bytes are lost
			data = slices.Delete(data, at, min(len(data), at+1+rng.IntN(8)))
		case 4: // a few bytes come twice
			data = slices.Insert(data, at, slices.Clone(data[at:min(len(data), at+1+rng.IntN(40))])...)
		case 5: // a separator
			data = replaceOne(rng, data, ",;\t\":{}[]\n", []string{",", ";", "\t", "\n", "", "\"", ",,", "[", "}"})
		case 6: // a line is lost, or comes twice
			data = mutateLine(rng, data)
		default: // a number
			data = mutateNumber(rng, data)
		}
	}
	return data
}

// replaceOne replaces one of the bytes of a set.
func replaceOne(rng *rand.Rand, data []byte, set string, by []string) []byte {
	from := rng.IntN(len(data))
	i := bytes.IndexAny(data[from:], set)
	if i < 0 {
		return data
	}
	return slices.Replace(data, from+i, from+i+1, []byte(by[rng.IntN(len(by))])...)
}

func mutateLine(rng *rand.Rand, data []byte) []byte {
	lines := bytes.SplitAfter(data, []byte("\n"))
	i := rng.IntN(len(lines))
	if rng.IntN(2) == 0 {
		lines = slices.Delete(lines, i, i+1)
	} else {
		lines = slices.Insert(lines, rng.IntN(len(lines)), lines[i])
	}
	return bytes.Join(lines, nil)
}

// numbers are numbers that computations break on.
var numbers = []string{
	"0", "-0", "1e308", "-1e308", "1e160", "1e154", "1e140", "1e-308", "5e-324", "1e-160", "1e-140", "1e100", "-1e75", "1e20", "9007199254740993",
	"NaN", "Infinity", "", "1e400", "-1", "99999999999999999999", "1e-400", "2147483648", "4294967296", "1e6", "1e15",
}

// mutateNumber changes a digit or the exponent of a number, or takes another one.
func mutateNumber(rng *rand.Rand, data []byte) []byte {
	from := rng.IntN(len(data))
	i := bytes.IndexAny(data[from:], "0123456789")
	if i < 0 {
		return data
	}
	from += i
	to := from
	for to < len(data) && strings.IndexByte("0123456789.eE+-", data[to]) >= 0 {
		to++
	}
	var by string
	switch rng.IntN(4) {
	case 0:
		by = string(rune('0'+rng.IntN(10))) + string(data[from+1:to])
	case 1:
		by = fmt.Sprintf("%se%d", data[from:to], rng.IntN(640)-320)
	default:
		by = numbers[rng.IntN(len(numbers))]
	}
	return slices.Replace(data, from, to, []byte(by)...)
}

// TestMutations runs every command on real files with small damage. With any damage the
// program ends by itself within a bounded time, with a result or a sentence. A panic,
// or a run that does not end, fails.
//
//	go test ./cmd/fms-tui -run '^TestMutations$' -timeout 0 -mutations 100000
func TestMutations(t *testing.T) {
	if raceDetector {
		t.Skip("commands one after the other: they run without the race detector")
	}
	from := pristine(t)
	kept := make(map[string][]byte)
	all := trials()
	seed := fresh.Seed(t, 26)
	folder := t.TempDir()
	t.Chdir(folder) // for what the commands write
	for n := range *mutations {
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		args := slices.Clone(all[n%len(all)])
		damaged := filesOf(args)
		damaged = damaged[rng.IntN(len(damaged)):][:1]
		for i, a := range args {
			name, isFile := strings.CutPrefix(a, "@")
			if !isFile {
				continue
			}
			if kept[name] == nil {
				data := []byte(content(t, filepath.Join(from, name)))
				kept[name] = data
			}
			data := kept[name]
			if name == damaged[0] {
				data = mutate(rng, data)
			}
			if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
			args[i] = name
		}
		attempt(t, args, func() string { return keepDamaged(t, folder, damaged[0], seed, n) })
	}
}

// stages are what commands say while they compute.
var stages = []string{
	"averaging judgments", "learning what judgments are worth", "choosing judgments at every budget", "finding budgets worth looking at",
	"learning without each fold", "choosing without each fold", "resampling", "testing on splits", "drawing subsamples", "simulating sizes", "measuring agreement", "comparing raters' errors",
	"finding where differences come from", "trying budgets on the pilot", "searching for the optimum in parts", "searching subsets", "fitting", "learning from all objects",
}

// TestTrialsUndamaged runs the command lines of TestMutations on whole files: a trial that the flags
// refuse would never reach its files. Together they run every command that reads or computes, and say
// of every stage that it is under way.
func TestTrialsUndamaged(t *testing.T) {
	t.Chdir(pristine(t))
	var mu sync.Mutex
	heard, ran := make(map[string]bool), []string{"collect", "init", "lab", "completion", "version", "help"}
	for _, args := range append(trials(), trial{"plan", "--simulate", "pilots=10"}) {
		args = slices.Clone(args)
		for i, a := range args {
			args[i] = strings.TrimPrefix(a, "@")
		}
		var stderr bytes.Buffer
		p := &program{stdin: strings.NewReader(""), stdout: new(bytes.Buffer), stderr: &stderr, now: time.Now, reported: func(stage string, _, _ int) {
			mu.Lock()
			defer mu.Unlock()
			heard[stage] = true
		}}
		if status := p.execute(t.Context(), args); status != statusDone {
			t.Errorf("fms-tui %s ends with %d: %s", strings.Join(args, " "), status, stderr.String())
		}
		ran = append(ran, args[0])
	}
	for _, stage := range stages {
		if !heard[stage] {
			t.Errorf("nothing is heard of %q", stage)
		}
	}
	for _, c := range commandTree(new(program)).Commands() {
		if !slices.Contains(ran, c.Name()) {
			t.Errorf("%s is in no trial", c.Name())
		}
	}
}

func filesOf(args []string) []string {
	var files []string
	for _, a := range args {
		if name, isFile := strings.CutPrefix(a, "@"); isFile && !slices.Contains(files, name) {
			files = append(files, name)
		}
	}
	return files
}

// attempt runs the program, which must end by itself without a panic.
func attempt(t *testing.T, args []string, keep func() string) {
	t.Helper()
	ended := make(chan result, 1)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		var out, err bytes.Buffer
		p := &program{stdin: strings.NewReader(""), stdout: &out, stderr: &err, env: []string{"TERM=xterm-256color"}, now: time.Now}
		status := p.execute(ctx, args)
		ended <- result{out.String(), err.String(), status}
	}()
	select {
	case r := <-ended:
		if r.status == statusBroken {
			t.Errorf("fms-tui %s (%s): %s", strings.Join(args, " "), keep(), r.stderr)
		}
		if r.status == statusFailed && strings.TrimSpace(r.stderr) == "" {
			t.Errorf("fms-tui %s (%s): fails without a word", strings.Join(args, " "), keep())
		}
	case <-time.After(hangs):
		stacks := make([]byte, 1<<20)
		t.Fatalf("fms-tui %s (%s): has not ended after %v\n%s", strings.Join(args, " "), keep(), hangs, stacks[:runtime.Stack(stacks, true)])
	}
}

// keepDamaged copies a file that something failed on to where it outlives the test.
func keepDamaged(t *testing.T, folder, name string, seed uint64, n int) string {
	t.Helper()
	data := []byte(content(t, filepath.Join(folder, name)))
	path := filepath.Join(os.TempDir(), fmt.Sprintf("fms-mutation-%d-%d-%s", seed, n, name))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
