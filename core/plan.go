package core

import (
	"fmt"

	"fms-tui/core/moments"
	"fms-tui/model"
)

// MostNewObjects is for how many new objects a plan can be asked.
const MostNewObjects = 1_000_000_000

// Plan says what is to be collected for new objects, of which there are at least
// 1 and at most MostNewObjects, and what the training objects lack to have as
// much. Where raters are told apart, judgments of the same rater in a cell count
// once. The error is that of a cost beyond model.MaxAmount.
func (r *Result) Plan(s *Selection, objects int) (model.Plan, error) {
	p := model.Plan{Objects: objects, Attributes: []model.PlanAttribute{}}
	for a, n := range s.Repeats {
		if n == 0 {
			continue
		}
		at := model.PlanAttribute{Name: r.Attributes[a].Name, Judgments: n, Price: r.Attributes[a].Price, Total: n * objects}
		at.PerObject, _ = at.Price.Times(n) // within the budget
		at.Cost, _ = at.PerObject.Times(objects)
		p.PerObject += at.PerObject
		p.Attributes = append(p.Attributes, at)
	}
	var ok bool
	if p.Cost, ok = p.PerObject.Times(objects); !ok {
		return p, fmt.Errorf("%d objects at %s each cost more than %s", objects, p.PerObject, model.MaxAmount)
	}
	var err error
	p.Training, err = r.training(s)
	return p, err
}

// training lists what the training objects lack.
func (r *Result) training(s *Selection) (model.PlanTraining, error) {
	t := model.PlanTraining{Tasks: []model.Task{}}
	cells := r.cells()
	held := make([]int, len(r.Attributes))
	for i, object := range r.Data().Objects {
		if !cells.Counts(i) {
			continue
		}
		t.Objects++
		cells.Sizes(i, held)
		lacks := false
		for a, n := range s.Repeats {
			if held[a] >= n {
				continue
			}
			lacks = true
			task := model.Task{Object: object, Attribute: r.Attributes[a].Name, Judgments: n - held[a]}
			task.Cost, _ = r.Attributes[a].Price.Times(task.Judgments) // within the budget
			t.Judgments += task.Judgments
			if t.Cost += task.Cost; t.Cost > model.MaxAmount {
				return t, fmt.Errorf("what the training objects lack costs more than %s", model.MaxAmount)
			}
			t.Tasks = append(t.Tasks, task)
		}
		if !lacks {
			t.Complete++
		}
	}
	return t, nil
}

// cells are the judgments that the Result was computed from.
func (r *Result) cells() *moments.Cells {
	return moments.NewCells(r.study.data, r.known.label, r.known.blocks)
}
