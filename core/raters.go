package core

import (
	"fmt"

	"fms-tui/model"
)

// ratersFound is what the data say about who judged.
type ratersFound struct {
	known    int  // raters with an id
	nameless int  // rows or calls that stand for raters of their own
	panel    bool // the same few raters judged nearly everything
}

// any tells whether judgments say which of them are by one rater.
func (f ratersFound) any() bool { return f.known+f.nameless > 0 }

// A panel is at most panelRaters raters who judged at least panelObjects
// objects each and panelShare of all (docs/research/method.md section 11).
const (
	panelRaters  = 50
	panelObjects = 50
	panelShare   = 0.8
)

func findRaters(ds *model.Dataset) ratersFound {
	var c raterCount
	c.add(ds)
	return c.found(ds)
}

// raterCount counts the objects that each of few raters judged. Counts of parts of the data
// add up. The zero value has seen nothing.
type raterCount struct {
	objects []int // by rater
	judged  int   // objects with a judgment
}

// add counts a data set, or a further part whose raters have the same numbers.
func (c *raterCount) add(ds *model.Dataset) {
	if ds.NamedRaters() != len(ds.Raters) || len(ds.Raters) > panelRaters {
		return
	}
	c.objects = append(c.objects, make([]int, len(ds.Raters)-len(c.objects))...)
	last := make([]int, len(ds.Raters))
	for i := range ds.Objects {
		if ds.Start[i] < ds.Start[i+1] {
			c.judged++
		}
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			if w := ds.Rater[j]; w != model.NoRater && last[w] != i+1 {
				last[w] = i + 1
				c.objects[w]++
			}
		}
	}
}

// found returns the raters of the data set. ds may be its last part.
func (c *raterCount) found(ds *model.Dataset) ratersFound {
	f := ratersFound{known: ds.NamedRaters(), nameless: len(ds.Raters) - ds.NamedRaters()}
	if f.known == 0 || f.nameless > 0 || f.known > panelRaters {
		return f
	}
	f.panel = true
	for _, n := range c.objects {
		if n < panelObjects || float64(n) < panelShare*float64(c.judged) {
			f.panel = false
		}
	}
	return f
}

// mode resolves the raters that are asked for and says why. With RatersAuto a panel is fixed; that
// the raters are fit for it is for the moments to say.
func (f ratersFound) mode(asked model.Raters) (model.Raters, string) {
	switch {
	case asked != "" && asked != model.RatersAuto:
		return asked, "as asked"
	case f.known == 0 && f.nameless > 0:
		return model.RatersAware, "no rater is known by id; the judgments of a row or call count as by one rater"
	case f.known == 0:
		return model.RatersPaper, "the judgments carry no rater ids"
	case f.panel && f.known == 1:
		return model.RatersFixed, "one rater judged nearly all objects and will judge future objects too; raters aware takes the rater as one of others"
	case f.panel:
		return model.RatersFixed, fmt.Sprintf(
			"%d raters judged nearly all objects: a panel that will judge future objects too; raters aware takes them as a sample of others", f.known)
	}
	return model.RatersAware, fmt.Sprintf("%d raters are known by id", f.known)
}
