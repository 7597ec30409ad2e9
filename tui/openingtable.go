package tui

import (
	"fmt"
	"image"
	"strings"
	"sync/atomic"
	"time"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
)

// solvingStage is what is done with the data once they are read.
type solvingStage struct {
	now  atomic.Pointer[screen.Progress]
	rows atomic.Pointer[[]panel.Row]
}

func (s *solvingStage) heard(stage string, done, of int) {
	s.now.Store(s.now.Load().Next(stage, done, of, time.Now()))
}

// described takes the attributes when their moments are known.
func (s *solvingStage) described(attributes []core.Attribute) {
	rows := screen.Described(attributes)
	s.rows.Store(&rows)
}

// status says that the data are read, and what is done with them.
func (s *solvingStage) status(o screen.Options) func() Status {
	began := time.Now()
	data := o.Study.Data().Summary()
	facts := []string{
		screen.DisplayName(o.Study.Data()),
		figure.CountOf(data.Judgments, "judgment") + " of " + figure.CountOf(data.Objects, "object") + " by " + figure.CountOf(len(o.Study.Data().Attributes), "attribute"),
	}
	return func() Status {
		step := s.now.Load()
		if step == nil {
			step = &screen.Progress{Stage: "averaging judgments", Since: began}
		}
		words := step.Words(time.Now())
		out := Status{
			Lines: []string{facts[0], facts[1], fmt.Sprintf("%s%s", strings.ToUpper(words[:1]), words[1:])},
			Share: float64(step.Done) / float64(max(step.Of, 1)),
		}
		if rows := s.rows.Load(); rows != nil {
			out.rows = *rows
		}
		return out
	}
}

// openingTable shows the attributes on the opening screen as soon as their moments are
// known: what is chosen of them takes longer with many.
type openingTable struct {
	offset, most, page int // lines: above the first one shown, at most there, and shown
	shown              bool
}

// leastTable is the height from which a table is of use.
const leastTable = 5

// draw draws the table below y, if the rows are there and have room, and tells whether they
// can be scrolled.
func (t *openingTable) draw(c *chart.Canvas, y int, rows []panel.Row) (scrolls bool) {
	w, h := c.Size()
	t.shown = len(rows) > 0 && h-1-y >= leastTable
	if !t.shown {
		return false
	}
	p := panel.Table{Title: "Attributes, by correlation with the label", Rows: rows, Cursor: -1, Sort: panel.ColumnCorr, Boxed: true}
	for _, column := range []panel.Column{
		panel.ColumnName, panel.ColumnCost, panel.ColumnCorr, panel.ColumnV, panel.ColumnSigma2, panel.ColumnNoise, panel.ColumnReliability,
	} {
		p.Show[column] = true
	}
	t.page = p.Visible(h - 1 - y)
	t.most = max(0, len(rows)-t.page)
	t.offset = min(t.offset, t.most)
	p.Offset = t.offset
	p.Draw(c.Sub(image.Rect(0, y, w, h-1)))
	return t.most > 0
}

// key scrolls the table, and tells whether the key does.
func (t *openingTable) key(name string) bool {
	by, known := map[string]int{"up": -1, "down": 1, "pgup": -t.page, "pgdown": t.page, "home": -t.most, "end": t.most}[name]
	if !t.shown || !known {
		return false
	}
	t.offset = max(0, min(t.offset+by, t.most))
	return true
}
