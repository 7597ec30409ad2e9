package core

import (
	"fmt"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// MostNewObjects is the largest number of new objects of a plan.
const MostNewObjects = 1_000_000_000

// Plan lists the judgments to collect for new objects, at least 1 and at most
// MostNewObjects, and the judgments that the training objects need to hold equally
// many. If raters are identified, judgments of the same rater in a cell count once. A
// cost beyond model.MaxAmount is an error.
func (r *Result) Plan(s *Selection, objects int) (model.Plan, error) {
	p := model.Plan{Objects: objects, Attributes: []model.PlanAttribute{}, Forms: []model.PlanForm{}}
	answer, on := r.Design.Answers(r.prices()), r.Design.on(len(r.Attributes))
	for a, n := range s.Repeats {
		if n == 0 {
			continue
		}
		at := model.PlanAttribute{Name: r.Attributes[a].Name, Judgments: n, Price: answer[a], Total: n * objects}
		if g := on[a]; g >= 0 {
			at.Form = &r.Design.Forms[g].Name
		}
		at.PerObject, _ = at.Price.Times(n) // within the budget
		at.Cost, _ = at.PerObject.Times(objects)
		p.PerObject += at.PerObject
		p.Attributes = append(p.Attributes, at)
	}
	for g := range r.Design.Forms {
		f := r.planForm(g, s.Repeats, objects)
		if f.Filled == 0 {
			continue
		}
		whole, ok := f.Price.Times(f.Filled)
		if p.PerObject += whole; !ok || p.PerObject > model.MaxAmount {
			return p, fmt.Errorf("%d of %s for an object cost more than %s", f.Filled, f.Name, model.MaxAmount)
		}
		p.Forms = append(p.Forms, f)
	}
	var ok bool
	if p.Cost, ok = p.PerObject.Times(objects); !ok {
		return p, fmt.Errorf("%d objects at %s each cost more than %s", objects, p.PerObject, model.MaxAmount)
	}
	var err error
	p.Training, err = r.training(s, answer, on)
	return p, err
}

// planForm is what repeats r need of the g-th form.
func (r *Result) planForm(g int, repeats []int, objects int) model.PlanForm {
	form := &r.Design.Forms[g]
	f := model.PlanForm{Name: form.Name, Price: form.Price, Filled: form.Filled(repeats), Asks: []model.PlanAsk{}}
	for _, a := range form.Attributes {
		if n := repeats[a]; n > 0 {
			f.Asks = append(f.Asks, model.PlanAsk{Attribute: r.Attributes[a].Name, Times: n})
		}
	}
	costs, _ := r.Design.Costs(repeats, r.prices())
	f.PerObject, f.Total = costs[g], f.Filled*objects
	f.Cost, _ = f.PerObject.Times(objects) // part of a cost that is checked
	return f
}

// training lists what the training objects lack: judgments, at the prices of
// answers, and the forms that they are asked on.
func (r *Result) training(s *Selection, answer []model.Amount, on []int) (model.PlanTraining, error) {
	l := r.newLacks(answer, on)
	for i := range r.Data().Objects {
		if !l.cells.Counts(i) {
			continue
		}
		l.cells.Sizes(i, l.held)
		for a, n := range s.Repeats {
			l.lacking[a] = max(0, n-l.held[a])
		}
		if err := l.add(i); err != nil {
			return l.PlanTraining, err
		}
	}
	return l.PlanTraining, nil
}

// lacks lists the judgments that objects lack, object by object.
type lacks struct {
	model.PlanTraining
	r             *Result
	cells         *moments.Cells
	answer        []model.Amount // the price of one, by attribute
	on            []int          // by attribute: its form, -1 for none
	held, lacking []int          // of the object at hand, by attribute
	filled        []int          // likewise, by form
}

func (r *Result) newLacks(answer []model.Amount, on []int) *lacks {
	d := len(r.Attributes)
	return &lacks{
		PlanTraining: model.PlanTraining{Tasks: []model.Task{}, Forms: []model.FormTask{}},
		r:            r, cells: r.cells(), answer: answer, on: on,
		held: make([]int, d), lacking: make([]int, d), filled: make([]int, len(r.Design.Forms)),
	}
}

// add lists what an object lacks.
func (l *lacks) add(i int) error {
	t, object := &l.PlanTraining, l.r.Data().Objects[i]
	t.Objects++
	clear(l.filled)
	before := len(t.Tasks)
	for a, n := range l.lacking {
		if n == 0 {
			continue
		}
		task := model.Task{Object: object, Attribute: l.r.Attributes[a].Name, Judgments: n}
		if g := l.on[a]; g >= 0 {
			task.Form = l.r.Design.Forms[g].Name
			l.filled[g] = max(l.filled[g], n)
		}
		task.Cost, _ = l.answer[a].Times(n) // within the budget
		t.Judgments += n
		t.Cost += task.Cost
		t.Tasks = append(t.Tasks, task)
		if t.Cost > model.MaxAmount {
			return dearTraining()
		}
	}
	if len(t.Tasks) == before {
		t.Complete++
	}
	if !l.r.trainingForms(t, object, l.filled) {
		return dearTraining()
	}
	return nil
}

func dearTraining() error {
	return fmt.Errorf("what the training objects lack costs more than %s", model.MaxAmount)
}

// trainingForms adds the forms that an object lacks, by form, and tells whether
// their cost is within bounds.
func (r *Result) trainingForms(t *model.PlanTraining, object string, filled []int) bool {
	for g, n := range filled {
		if n == 0 {
			continue
		}
		f := model.FormTask{Object: object, Form: r.Design.Forms[g].Name, Filled: n}
		var ok bool
		f.Cost, ok = r.Design.Forms[g].Price.Times(n)
		if t.Cost += f.Cost; !ok || t.Cost > model.MaxAmount {
			return false
		}
		t.Forms = append(t.Forms, f)
	}
	return true
}

// cells are the judgments that the Result was computed from.
func (r *Result) cells() *moments.Cells {
	return moments.NewCells(r.study.data, r.known.label, r.known.blocks)
}
