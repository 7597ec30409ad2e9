package read_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"

	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
)

// stories are judgments in the long layout, with a label in a file of its own.
const stories = `story,question,worker,answer
s1,plot,ann,4
s1,plot,bob,5
s1,style,ann,2
s2,plot,ann,1
s2,plot,cid,2
s2,style,cid,3
`

// A [read.Query] names the files, and [read.Found] is what they hold. Each
// [read.Source] is a file or bytes.
func ExampleOpen() {
	found, err := read.Open(context.Background(), read.Query{
		Data:   []read.Source{read.Bytes("stories.csv", []byte(stories))}, // or read.File(path)
		Labels: []read.Source{read.Bytes("quality.csv", []byte("story,quality\ns1,8\ns2,3\n"))},
	})
	if err != nil {
		log.Fatal(err)
	}
	ds, err := found.Judgments("this program")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ds.Attributes, ds.Raters, len(ds.Value), "judgments")
	fmt.Println(ds.Labels[0].Name, ds.Labels[0].Values, ds.Reading.Layout)
	// Output:
	// [plot style] [ann bob cid] 6 judgments
	// quality [8 3] long
}

// Moments files come back as [read.Moments], the bytes that core.DecodeMoments reads.
func ExampleFound() {
	source := read.Bytes("study.moments", []byte("fms-tui moments 9\n…"))
	found, err := read.Open(context.Background(), read.Query{Data: []read.Source{source}})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range found.Moments {
		fmt.Println(m.File.File, len(m.Content), "bytes")
	}
	_, err = found.Judgments("this program")
	fmt.Println(errors.Is(err, model.ErrNeedsJudgments))
	// Output:
	// study.moments 21 bytes
	// true
}

// A [read.Shard] is a part of the objects, by a hash of their ids: jobs that each read
// one need not know of each other.
func ExampleShard() {
	shard, err := read.ParseShard("1/2")
	if err != nil {
		log.Fatal(err)
	}
	for _, id := range []string{"ann", "bob", "cid", "dan"} {
		fmt.Println(id, shard.Has(id))
	}
	// Output:
	// ann true
	// bob true
	// cid false
	// dan true
}

// memory is a [read.Database] and its [read.Rows] at once.
type memory struct {
	names []string
	rows  [][]string
}

func (m *memory) Title() string { return "memory" }

func (m *memory) First(int) ([]string, [][]string, error) { return m.names, m.rows, nil }

func (m *memory) All(object string, _ read.Shard) (read.Rows, error) {
	fmt.Println("ordered by", object)
	return m, nil
}

func (m *memory) Next() ([]string, error) {
	if len(m.rows) == 0 {
		return nil, io.EOF
	}
	cells := m.rows[0]
	m.rows = m.rows[1:]
	return cells, nil
}

func (m *memory) Close() {}

// A [read.Database] is read as a file is: each row of its [read.Rows] comes with the
// others of its object.
func ExampleDatabase() {
	m := &memory{[]string{"item", "question", "score", "worker", "y"}, [][]string{{"a", "tall", "2", "v", "7"}, {"a", "tall", "1", "u", "7"}}}
	found, err := read.Open(context.Background(), read.Query{Data: []read.Source{{Name: "memory", Database: m}}, Options: read.Options{Label: "y"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.Dataset.Objects, found.Dataset.Value, found.Dataset.Labels[0].Values)
	// Output:
	// ordered by item
	// [a] [1 2] [7]
}

// [read.Options] say how files are read. Where two readings are possible, an
// AmbiguousError offers each as an [model.Alternative], whose choices With takes.
func ExampleAmbiguousError() {
	data := read.Query{Data: []read.Source{read.Bytes("d.csv", []byte("item,sample,attribute,judgment\na,b,clear,1\na,c,clear,2\n"))}}
	_, err := read.Open(context.Background(), data)
	var ambiguous *read.AmbiguousError
	if !errors.As(err, &ambiguous) {
		log.Fatal(err)
	}
	for _, a := range ambiguous.Readings {
		fmt.Println(a.Meaning)
	}
	data.Options = read.Options{}.With(ambiguous.Readings[0].Choices...)
	found, err := read.Open(context.Background(), data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.Dataset.Objects)
	// Output:
	// item: 1 object, 2.0 rows each; attribute names 1 attribute, judged in judgment
	// sample: 2 objects, 1.0 rows each; attribute names 1 attribute, judged in judgment
	// item: 1 object, 2.0 rows each; judged are judgment
	// sample: 2 objects, 1.0 rows each; judged are judgment
	// [a]
}

func ExampleError() {
	data := read.Bytes("d.csv", []byte("object,attribute,judgment\na,clear,4.5\na,clear,3\nb,clear,4\nb,clear,1\nc,clear,1\nc,clear,4,5\n"))
	_, err := read.Open(context.Background(), read.Query{Data: []read.Source{data}})
	var wrong *read.Error
	if errors.As(err, &wrong) {
		fmt.Printf("%s, line %d\n", wrong.File, wrong.Line)
	}
	// Output:
	// d.csv, line 7
}

// [read.Limits] bound what a file may ask for.
func ExampleLimits() {
	source := read.Bytes("stories.csv", []byte(stories))
	source.Limits = read.Limits{"judgments": 4}
	_, err := read.Open(context.Background(), read.Query{Data: []read.Source{source}})
	var wrong *read.Error
	if errors.As(err, &wrong) {
		fmt.Println(wrong.Limit)
	}
	// Output:
	// judgments=4
}

// Each [read.Cost] is a line.
func ExampleCosts() {
	costs, err := read.Costs(context.Background(), read.Bytes("costs.csv", []byte("attribute,cost\nplot,2\nsty*,0.5\n")))
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range costs {
		fmt.Println(c.Glob, c.Price)
	}
	// Output:
	// plot 2
	// sty* 0.5
}

// Each [read.Cost] is a line.
func ExampleSheets() {
	rows, err := read.Sheets(context.Background(), read.Bytes("sheets.csv", []byte("sheet,attribute,price\nfirst,plot,1.5\nfirst,style,\n")))
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range rows {
		fmt.Println(r.Line, r.Sheet, r.Glob, r.Price)
	}
	// Output:
	// 2 first plot 1.5
	// 3 first style 0
}

func ExampleObjects() {
	columns, ids, cells, err := read.Objects(context.Background(), read.Bytes("new.csv", []byte("story,text\ns1,The fox\ns2,A king\n")))
	if err != nil {
		log.Fatal(err)
	}
	for i, id := range ids {
		fmt.Println(columns, id, cells[i])
	}
	// Output:
	// [text] s1 [The fox]
	// [text] s2 [A king]
}

// An [read.Editor] tries roles on the first rows; a [model.FirstRows] is what becomes of them.
func ExampleEdit() {
	ctx := context.Background()
	editor, err := read.Edit(ctx, read.Query{Data: []read.Source{read.Bytes("stories.csv", []byte(stories))}})
	if err != nil {
		log.Fatal(err)
	}
	view, err := editor.View(ctx, read.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(view.Objects, view.Attributes, view.PerCell, view.Behind)
	fmt.Println(view.Columns[0].Column, view.Columns[0].Role, view.Examples[0])
	// Output:
	// 2 2 1.5 0
	// story object [s1 s2]
}

func ExamplePredictor() {
	var file bytes.Buffer
	p := model.Predictor{
		Version: model.PredictorVersion, Kind: model.PredictorKind, Intercept: 2, LabelVariance: 1, External: [][]float64{{.5}},
		Attributes: []model.PredictorAttribute{{Name: "plot", Repeats: 3, Weight: .5, Cost: model.Unit}},
	}
	p.Raters.Mode = model.RatersPaper
	if err := export.JSON(&file, p); err != nil {
		log.Fatal(err)
	}
	again, _, err := read.Predictor(read.Bytes("predictor.json", file.Bytes()))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(again.Intercept, again.Attributes[0].Repeats, again.HasMoments())
	// Output:
	// 2 3 true
}

// A [read.Meter] tells whoever shows it how far reading has come: a [read.Progress].
func ExampleMeter() {
	meter := new(read.Meter)
	_, err := read.Open(context.Background(), read.Query{Data: []read.Source{read.Bytes("stories.csv", []byte(stories))}, Meter: meter})
	if err != nil {
		log.Fatal(err)
	}
	p := meter.Progress()
	fmt.Println(p.File, p.Bytes, "bytes")
	// Output: stories.csv 115 bytes
}

// A [read.SplitError] names an object that comes again after its part. Such a file is read by
// [read.Shard], or sorted ([read.Query].Scattered).
func ExampleSplitError() {
	_, err := read.Open(context.Background(), read.Query{
		Data:     []read.Source{read.Bytes("by-rater.csv", []byte("story,plot\ns1,4\ns2,1\ns1,5\n"))},
		PartSize: func(int) int { return 1 },
		Part:     func(*model.Dataset) error { return nil },
	})
	var split *read.SplitError
	fmt.Println(errors.As(err, &split), split.Object, split.Line)
	// Output:
	// true s1 4
}
