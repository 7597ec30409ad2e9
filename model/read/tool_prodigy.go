package read

import (
	"cmp"
	"encoding/json"
	"strings"
)

// The keys of Prodigy's tasks, one a line.
const (
	prodigyAnswer  = "answer"
	prodigyLabel   = "label"
	prodigyOptions = "options"
	prodigyAccept  = "accept"
	prodigyStyle   = "config.choice_style"
)

var prodigyLog = scoreLog{
	form: "Prodigy tasks", of: "of Prodigy", has: []string{"_input_hash", "_task_hash", prodigyAnswer}, keys: "_input_hash, _task_hash and answer",
	object: "_input_hash", gone: "answer|label|options|accept", task: true, read: readProdigy,
}

// readProdigy enters a label that was accepted or rejected, or the options that were chosen.
func readProdigy(s *scores) error {
	rater := cmp.Or(s.cell("_annotator_id"), s.cell("_session_id"))
	choice := s.cell(prodigyOptions) != "" || s.cell(prodigyAccept) != ""
	switch given := s.cell(prodigyAnswer); {
	case given == "ignore":
		s.in.hint.drop("ignored task", 1)
	case given != "accept" && given != "reject":
		return s.bad(s.in.column(prodigyAnswer), given, "is no answer %s: accepted are accept, reject and ignore", s.of)
	case choice && given == "reject":
		s.in.hint.drop("rejected task", 1)
	case choice:
		return s.prodigyChoice(rater)
	default:
		s.rate(cmp.Or(s.cell(prodigyLabel), prodigyAccept), rater, binary(given == "accept"))
	}
	return nil
}

// prodigyChoice enters the options of a task, and the chosen options.
func (s *scores) prodigyChoice(rater string) error {
	var offered []struct {
		ID json.RawMessage `json:"id"`
	}
	var accepted []json.RawMessage
	const wrong = `is no list as Prodigy writes it (%s): accepted are options such as [{"id": 1}] and ids chosen such as [1]`
	if err := s.parse(s.in.column(prodigyOptions), s.cell(prodigyOptions), &offered, wrong); err != nil {
		return err
	}
	if err := s.parse(s.in.column(prodigyAccept), s.cell(prodigyAccept), &accepted, wrong); err != nil {
		return err
	}
	name := cmp.Or(s.cell(prodigyLabel), "choice")
	for _, o := range offered {
		s.question(name).see(distinct([]string{person(o.ID)}))
	}
	var chosen []string
	for _, id := range accepted {
		chosen = append(chosen, person(id))
	}
	s.choose(name, rater, distinct(chosen), strings.EqualFold(s.cell(prodigyStyle), "multiple"))
	return nil
}
