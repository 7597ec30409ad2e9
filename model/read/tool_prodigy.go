package read

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
)

// The keys of Prodigy's tasks, one a line.
const (
	prodigyInput   = "_input_hash"
	prodigyAnswer  = "answer"
	prodigyLabel   = "label"
	prodigyOptions = "options"
	prodigyAccept  = "accept"
	prodigyStyle   = "config.choice_style"
	ofProdigy      = "of Prodigy"
)

func isProdigy(in *input) bool {
	return in.has(prodigyInput, "_task_hash", prodigyAnswer)
}

// reshapeProdigy makes rows of tasks: a label that was accepted or rejected, or
// the options that were chosen.
func reshapeProdigy(ctx context.Context, in *input) error {
	a := newAnswers(in, ofProdigy, "", func(name string) bool {
		return name == prodigyAnswer || name == prodigyLabel || name == prodigyOptions || name == prodigyAccept
	})
	get := in.getter()
	err := a.each(ctx, in.column(prodigyInput), func(cells []string) string { return present(get(cells, prodigyInput)) }, func(_ string, cells []string, line int) error {
		rater := cmp.Or(get(cells, "_annotator_id"), get(cells, "_session_id"))
		choice := get(cells, prodigyOptions) != "" || get(cells, prodigyAccept) != ""
		switch given := get(cells, prodigyAnswer); {
		case given == "ignore":
			in.hint.drop("ignored task", 1)
		case given != "accept" && given != "reject":
			return in.bad(in.column(prodigyAnswer), line, given, "is no answer %s: accepted are accept, reject and ignore", ofProdigy)
		case choice && given == "reject":
			in.hint.drop("rejected task", 1)
		case choice:
			return a.prodigyChoice(cells, rater, get)
		default:
			name := get(cells, prodigyLabel)
			if name == "" {
				name = prodigyAccept
			}
			a.rate(name, rater, binary(given == "accept"))
		}
		return nil
	})
	a.finish()
	return err
}

// prodigyChoice enters the options of a task, and the chosen options.
func (a *answers) prodigyChoice(cells []string, rater string, get func([]string, string) string) error {
	var offered []struct {
		ID json.RawMessage `json:"id"`
	}
	var accepted []json.RawMessage
	for _, part := range []struct {
		name string
		into any
	}{{prodigyOptions, &offered}, {prodigyAccept, &accepted}} {
		cell := get(cells, part.name)
		if cell == "" {
			continue
		}
		if err := json.Unmarshal([]byte(cell), part.into); err != nil {
			return a.in.bad(a.in.column(part.name), a.line, cell, "is no list as Prodigy writes it (%s): accepted are options such as [{\"id\": 1}] and ids chosen such as [1]", jsonProblem(err))
		}
	}
	name := get(cells, prodigyLabel)
	if name == "" {
		name = "choice"
	}
	q := a.question(name)
	for _, o := range offered {
		q.see(distinct([]string{person(o.ID)}))
	}
	var chosen []string
	for _, id := range accepted {
		chosen = append(chosen, person(id))
	}
	a.choose(name, rater, distinct(chosen), strings.EqualFold(get(cells, prodigyStyle), "multiple"))
	return nil
}
