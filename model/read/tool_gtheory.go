package read

import (
	"slices"
	"strings"
)

// headers that a study of generalizability has, simplified.
var (
	gtheoryPersons = strings.Fields("person personid student studentid examinee examineeid candidate candidateid")
	gtheoryTasks   = strings.Fields("task taskid item itemid prompt station occasion")
)

// isGTheory recognises a table of persons, tasks, raters and scores.
func isGTheory(in *input) bool {
	found := [3]bool{}
	for _, name := range in.names {
		simple := simplify(name)
		found[0] = found[0] || slices.Contains(gtheoryPersons, simple)
		found[1] = found[1] || slices.Contains(gtheoryTasks, simple)
		found[2] = found[2] || claimOf(name) == claim{judgmentRole, weak} || claimOf(name) == claim{judgmentRole, strong}
		if c := claimOf(name); c.role == attributeRole {
			return false
		}
	}
	return found[0] && found[1] && found[2] && in.mayBe(Long, "", "") && in.opt.ObjectCol == ""
}

const ofGTheory = "of a study of generalizability"

func markGTheory(in *input) {
	in.hint.layout = Long
	for _, name := range in.names {
		switch simple := simplify(name); {
		case slices.Contains(gtheoryPersons, simple):
			in.mark(name, objectRole, "the person "+ofGTheory)
		case slices.Contains(gtheoryTasks, simple):
			in.mark(name, attributeRole, "the task "+ofGTheory)
		}
	}
}
