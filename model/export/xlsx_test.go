package export_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/export"
)

// filled is the workbook of a predictor with the judgments of some objects entered,
// and what core predicts from them: NaN for the last, which lacks an attribute.
func filled(t *testing.T, p model.Predictor) (*excelize.File, []float64) {
	t.Helper()
	book, ds := judged(t, p)
	run, err := core.Predict(&p, ds, false)
	if err != nil {
		t.Fatal(err)
	}
	var want []float64
	for i := range ds.Objects {
		want = append(want, run.Object(i).Value)
	}
	return book, want
}

// judged is the workbook of a predictor with the judgments of some objects entered, and
// these judgments.
func judged(t *testing.T, p model.Predictor) (*excelize.File, *model.Dataset) {
	t.Helper()
	book, err := excelize.OpenReader(strings.NewReader(write(t, func(b *bytes.Buffer) error { return export.XLSX(b, p) })), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	const objects = 4
	var b model.Builder
	for i := range objects {
		o := b.Object(fmt.Sprint("o", i))
		column := 2
		for k, a := range p.Attributes {
			for j := range a.Repeats {
				at, _ := excelize.CoordinatesToCellName(column, 3+i)
				column++
				if i == objects-1 && k == 1 || i == 1 && j == 1 {
					continue // no judgment
				}
				x := 4 * math.Sin(float64(100*i+7*k+j))
				if err := book.SetCellFloat("Objects", at, x, -1, 64); err != nil {
					t.Fatal(err)
				}
				b.Add(o, b.Attribute(a.Name), model.NoRater, x)
			}
		}
	}
	return book, b.Build()
}

// lastColumn is the column of the prediction.
func lastColumn(p model.Predictor) int {
	n := 2 + len(p.Attributes)
	for _, a := range p.Attributes {
		n += a.Repeats
	}
	return n
}

// TestXLSXPredicts evaluates the formulas of the workbook; names come back as they
// are, and none is a formula.
func TestXLSXPredicts(t *testing.T) {
	p := nastyPredictor(model.RatersPaper)
	book, want := filled(t, p)
	for i, y := range want {
		at, _ := excelize.CoordinatesToCellName(lastColumn(p), 3+i)
		got, err := book.CalcCellValue("Objects", at)
		if err != nil {
			t.Fatalf("%s: %v", at, err)
		}
		x, err := strconv.ParseFloat(got, 64)
		if math.IsNaN(y) != (got == "") || !math.IsNaN(y) && (err != nil || !(math.Abs(x-y) <= 1e-9*size(p))) {
			t.Errorf("object %d: %q, want %v", i, got, y)
		}
	}
	if !math.IsNaN(want[3]) || math.IsNaN(want[1]) {
		t.Fatalf("core predicts %v: the judgments test nothing", want)
	}
	for i, a := range p.Attributes {
		at := fmt.Sprint("A", 4+i)
		name, err := book.GetCellValue("Weights", at)
		formula, _ := book.GetCellFormula("Weights", at)
		if err != nil || name != a.Name || formula != "" {
			t.Errorf("%s is %q with the formula %q, %v; want %q", at, name, formula, err, a.Name)
		}
	}
}

// TestXLSXInLibreOffice has the formulas computed by LibreOffice, where it is
// installed.
func TestXLSXInLibreOffice(t *testing.T) {
	office := runtime(t, "soffice")
	p := nastyPredictor(model.RatersPaper)
	book, want := filled(t, p)
	computed := inLibreOffice(t, office, book)
	for i, y := range want {
		at, _ := excelize.CoordinatesToCellName(lastColumn(p), 3+i)
		got, _ := computed.GetCellValue("Objects", at)
		x, err := strconv.ParseFloat(got, 64)
		if math.IsNaN(y) != (got == "") || !math.IsNaN(y) && (err != nil || !(math.Abs(x-y) <= 1e-9*size(p))) {
			t.Errorf("object %d: LibreOffice computes %q, want %v", i, got, y)
		}
	}
}

// inLibreOffice is a workbook as LibreOffice computes it.
func inLibreOffice(t *testing.T, office string, book *excelize.File) *excelize.File {
	t.Helper()
	dir := t.TempDir()
	if err := book.SaveAs(filepath.Join(dir, "p.xlsx")); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(office, "-env:UserInstallation=file://"+filepath.ToSlash(dir)+"/profile", "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", filepath.Join(dir, "out"), filepath.Join(dir, "p.xlsx"))
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "out", "p.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	computed, err := excelize.OpenReader(bytes.NewReader(text), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = computed.Close() })
	return computed
}

// TestXLSXBounds: what no sheet of Excel holds is an error that says so.
func TestXLSXBounds(t *testing.T) {
	for name, spoil := range map[string]func(*model.Predictor){
		"17":                              func(p *model.Predictor) { p.Attributes[0].Repeats = 17000 },
		"is too long for a cell of Excel": func(p *model.Predictor) { p.Attributes[0].Name = strings.Repeat("x", 33000) },
	} {
		p := sample()
		spoil(&p)
		var b bytes.Buffer
		if err := export.XLSX(&b, p); err == nil || !strings.Contains(err.Error(), name) || b.Len() > 0 {
			t.Errorf("%v after %d bytes", err, b.Len())
		}
	}
}
