package read

import (
	"cmp"
	"encoding/json"
	"strings"
)

var prodigyLog = tool{
	form: "Prodigy tasks", of: "of Prodigy", has: []string{"_input_hash", "_task_hash", "answer"}, keys: "_input_hash, _task_hash and answer",
	object: "_input_hash", gone: "answer|label|options|accept", task: true, read: readProdigy,
}

// readProdigy enters a label that was accepted or rejected, or the options that were chosen.
func readProdigy(s *scores) error {
	rater := cmp.Or(s.cell("_annotator_id"), s.cell("_session_id"))
	choice := s.cell("options") != "" || s.cell("accept") != ""
	switch given := s.cell("answer"); {
	case given == "ignore":
		s.in.hint.drop("ignored task", 1)
	case given != "accept" && given != "reject":
		return s.in.bad(s.in.column("answer"), s.line, given, "is no answer %s: accepted are accept, reject and ignore", s.of)
	case choice && given == "reject":
		s.in.hint.drop("rejected task", 1)
	case choice:
		return s.prodigyChoice(rater)
	default:
		s.keep(score{attribute: cmp.Or(s.cell("label"), "accept"), rater: rater, value: binary(given == "accept")})
	}
	return nil
}

// prodigyChoice enters the options of a task, and the chosen options.
func (s *scores) prodigyChoice(rater string) error {
	var offered []map[string]json.RawMessage
	var accepted []json.RawMessage
	if err := s.decode(s.in.column("options"), s.cell("options"), &offered, `a list of options such as [{"id": 1}]`); err != nil {
		return err
	}
	if err := s.decode(s.in.column("accept"), s.cell("accept"), &accepted, "a list of ids chosen such as [1]"); err != nil {
		return err
	}
	name := cmp.Or(s.cell("label"), "choice")
	for _, o := range offered {
		s.question(name).see(distinct([]string{person(o["id"])}))
	}
	var chosen []string
	for _, id := range accepted {
		chosen = append(chosen, person(id))
	}
	s.choose(name, rater, distinct(chosen), strings.EqualFold(s.cell("config.choice_style"), "multiple"))
	return nil
}
