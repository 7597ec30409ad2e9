package partial

import (
	"context"
	"strconv"

	"fms-tui/core/partial"
	"fms-tui/core/report/figure"
)

// judgmentSets are the data sets of judgments, with the first label of each.
var judgmentSets = []string{"hanna_llm", "hanna_human", "newsroom", "argq_novice"}

// judged learns from judgments, each with what few looks do not show: noise.
func judged(ctx context.Context, l *lab) (string, error) {
	var m markdown
	head := []string{"data", "label", "objects", "attributes", "Var", "k"}
	for _, a := range partial.Algorithms() {
		head = append(head, string(a))
	}
	m.Head(head...)
	found := false
	for _, name := range judgmentSets {
		cells, err := l.cells(ctx, name)
		if err != nil {
			return "", err
		}
		if cells == nil {
			continue
		}
		found = true
		for _, k := range []int{2, 4} {
			q := l.question(k)
			q.Points = 1
			r, err := partial.Run(ctx, cells.Scaled(), cells.Len(), q, nil)
			if err != nil {
				return "", err
			}
			m.Row(append([]string{
				name, cells.LabelName(), strconv.Itoa(cells.Len()), strconv.Itoa(cells.Attributes()), figure.Loss(cells.LabelVariance()), strconv.Itoa(k),
			}, losses(r)...)...)
		}
	}
	if !found {
		return "", nil
	}
	return m.String(), nil
}

// cells reads a data set; nil where it is missing.
func (l *lab) cells(ctx context.Context, name string) (*partial.Cells, error) {
	ds, err := l.Open(ctx, name)
	if ds == nil || err != nil {
		return nil, err
	}
	return partial.NewCells(ds, &ds.Labels[0], func(int) bool { return false })
}

// losses are the losses with all training objects, by algorithm.
func losses(r *partial.Report) []string {
	var all []string
	for i := range r.Outcomes {
		p := r.Outcomes[i].Last()
		all = append(all, figure.WithError(p.Loss, p.SE))
	}
	return all
}
