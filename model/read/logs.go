package read

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// tool declares what is known of what a tool writes: a table whose rows hold judgments as they stand, by the roles of
// its columns; or a log of scores, or of tasks that people answered, by where these lie. A bar stands between names
// of which the first that is present counts, a star in a name for anything; dots lead into JSON objects.
type tool struct {
	form, of string
	has      []string // columns that tell it
	keys     string   // the same for people
	unit     string   // of costs

	// Of a log.
	object  string // a column
	list    string // the column with the scores of a record, a list in JSON; "" where a record is a score
	example string // of list

	attribute, judgment, judge, rater, cost string // of a score
	label                                   string // of a score: an expectation, with its value
	people                                  string // of a score, name=value: a person gave it
	word                                    string // of a score: its class in words, where the number only stands for that
	call                                    string // a column that numbers the calls of a record

	// In place of the above a function may read a record; gone are the columns that it reads.
	read  func(s *scores) error
	gone  string
	task  bool   // a record is a task that people answered
	empty string // what a record without a score is counted as; "" where it is not

	// Of a table. Columns without a role are for the search, or where others is set no judgments: numbers in
	// these may be a label.
	roles   []tableRole
	others  string
	layout  string // of its rows; "" for by-rater
	plain   bool   // names are as people write them: capital letters and signs do not count, nor may another column be named like an attribute
	left    string // column=value of rows that are left out; "" for none
	because string // and what these are
	metrics string // a column whose cells name the columns that are judged; "" for none
	// What the columns of a crowd platform begin with. An input is the object where it is the only one,
	// or named most like an object; else the task is.
	input, taskID, answers string
	// In place of the above a function may reshape the table, which may be told by more than its columns, or
	// the names of columns may say two things: whose a column is, a rater's or an object's, and of what.
	reshape func(ctx context.Context, in *input, l tool) error
	is      func(in *input) bool
	melts   func(in *input) *melted // nil where they do not
}

// tableRole is the first that fits a column.
type tableRole struct {
	names string
	as    role
	what  string
}

// noScore is a record that holds none.
const noScore = "record without a score"

// declared need no function.
var declared = []tool{
	{
		form: "DeepEval test run", empty: noScore, of: "of DeepEval", has: []string{"metricsData|metrics_data"}, keys: "metricsData",
		object: "name|input", list: "metricsData|metrics_data", example: `metrics such as [{"name": "m", "score": 0.5}]`,
		attribute: "name", judgment: "score", judge: "evaluationModel|evaluation_model", cost: "evaluationCost|evaluation_cost", unit: "USD",
	},
	{
		form: "Langfuse scores", empty: noScore, of: "of Langfuse", has: []string{"traceId", "name", "value", "source"}, keys: "traceId, name, value and source",
		object: "traceId", attribute: "name", judgment: "value", word: "stringValue", people: "source=ANNOTATION", rater: "authorUserId",
	},
	{
		form: "OpenAI evals output items", empty: noScore, of: "of OpenAI evals", has: []string{"datasource_item_id", "results"}, keys: "datasource_item_id and results",
		object: "datasource_item_id", list: "results", example: `results such as [{"name": "g", "score": 0.5}]`, attribute: "name", judgment: "score|passed",
	},
	{
		form: "MLflow traces", empty: noScore, of: "of MLflow", has: []string{"assessments|info.assessments", "trace_id|info.trace_id|info.request_id"}, keys: "trace_id and assessments",
		object: "trace_id|info.trace_id|info.request_id", list: "assessments|info.assessments",
		example:   `assessments such as [{"assessment_name": "a", "feedback": {"value": 4}}]`,
		attribute: "assessment_name|name", judgment: "feedback.value", judge: "source.source_id",
		label: "expectation.value", people: "source.source_type=HUMAN", rater: "source.source_id",
	},
	{
		form: "HELM per-instance statistics", empty: noScore, of: "of HELM", has: []string{"instance_id", "stats"}, keys: "instance_id and stats",
		object: "instance_id", list: "stats", example: `statistics such as [{"name": {"name": "m"}, "mean": 0.5}]`,
		attribute: "name.name", judgment: "mean", call: "train_trial_index",
	},
	{
		form: "Inspect samples_df table", of: "of Inspect", has: []string{"sample_id", "eval_id", "id", "epoch", "score_*"}, keys: "sample_id, eval_id, epoch and score_*",
		roles: []tableRole{{"id", objectRole, "the sample "}, {"sample_id|eval_id", unused, ""}, {"epoch", numberingRole, "the epoch "}},
	},
	{
		form: "Appen full report", of: "of Appen", has: []string{"_unit_id", "_worker_id"}, keys: "_unit_id and _worker_id",
		roles: []tableRole{{"_unit_id", objectRole, "the unit "}, {"_worker_id", raterRole, "the contributor, "}, {"_*|orig_*|*_gold", unused, ""}},
		left:  "_tainted=true", because: "tainted judgment",
	},
	{
		form: "lm-evaluation-harness samples", of: "of lm-evaluation-harness", has: []string{"doc_id", "resps", "metrics"}, keys: "doc_id, resps and metrics",
		roles: []tableRole{{"doc_id", objectRole, "the document "}}, metrics: "metrics", others: "*",
	},
	{
		form: "Toloka assignments", of: "of Toloka", has: []string{"ASSIGNMENT:worker_id", "OUTPUT:*"}, keys: "ASSIGNMENT:worker_id and OUTPUT:*", unit: "USD",
		roles: []tableRole{{"ASSIGNMENT:worker_id", raterRole, "the worker, "}}, others: "INPUT:*|GOLDEN:*|HINT:*",
		input: "INPUT:", taskID: "ASSIGNMENT:task_id", answers: "OUTPUT:", left: "ASSIGNMENT:status=rejected", because: "rejected assignment",
	},
	{
		form: "generalizability study", of: "of a study of generalizability", has: []string{gtheoryPersons, gtheoryTasks, "score|rating|vote|response|judgment|judgement|value|answer"}, keys: "a person, a task and a score",
		layout: Long, plain: true, roles: []tableRole{{gtheoryPersons, objectRole, "the person "}, {gtheoryTasks, attributeRole, "the task "}},
	},
}

const (
	gtheoryPersons = "person|personid|student|studentid|examinee|examineeid|candidate|candidateid"
	gtheoryTasks   = "task|taskid|item|itemid|prompt|station|occasion"
)

// named tells whether a column has one of the names a|b.
func (l tool) named(column, names string) bool {
	if l.plain {
		column = simplify(column)
	}
	return names != "" && matchesAny(strings.Split(names, "|"), column)
}

// isNamed tells the tool by columns.
func (l tool) isNamed(columns []string) bool {
	return !slices.ContainsFunc(l.has, func(names string) bool {
		return !slices.ContainsFunc(columns, func(column string) bool { return l.named(column, names) })
	})
}

// takes tells the tool where flags leave room for it.
func (l tool) takes(in *input) bool {
	switch {
	case l.melts != nil:
		return l.melts(in) != nil
	case l.is != nil:
		return l.is(in)
	case !l.isNamed(in.names) || l.plain && (in.opt.ObjectCol != "" || slices.ContainsFunc(in.names, func(column string) bool { return claimOf(column).role == attributeRole })):
		return false
	case l.roles != nil:
		return in.mayBe(cmp.Or(l.layout, ByRater), "", "")
	}
	return in.mayBe(Long, taskAttribute, taskJudgment)
}

// mark enters what is known of the columns.
func (l tool) mark(in *input) {
	in.hint.layout, in.hint.unit, in.hint.records = cmp.Or(l.layout, ByRater), l.unit, l.metrics != ""
	profiles, judged := in.sample(), []string(nil)
	if l.metrics != "" {
		for _, r := range in.rows {
			list, _ := cellsOf(r.cells[in.column(l.metrics)])
			judged = append(judged, list...)
		}
	}
	for i, name := range in.names {
		if slices.Contains(judged, name) {
			in.hint.known[name] = known{attributeRole, why{code: model.ReasonForm, text: "a metric " + l.of}}
		} else if k := l.known(in, i, &profiles[i]); k.role != noRole {
			in.hint.known[name] = k
		}
	}
}

// known is what the tool says of a column.
func (l tool) known(in *input, column int, p *batchColumn) known {
	name, as, because := in.names[column], unused, why{code: model.ReasonForm, text: l.of}
	is := slices.IndexFunc(l.roles, func(r tableRole) bool { return l.named(name, r.names) })
	object, says := -1, ""
	if l.input != "" { // of a crowd platform
		switch all, best := in.inputs(l.input); {
		case len(all) == 1:
			object, says = all[0], "the only input "+l.of
		case len(best) == 1:
			object, says = best[0], "the only input that is named like an object, "+l.of
		default:
			object, says = in.column(l.taskID), "the task "+l.of+", for no single input is named like an object"
		}
	}
	switch {
	case column == object:
		as, because.text = objectRole, says
	case is >= 0:
		as, because.text = l.roles[is].as, l.roles[is].what+l.of
	case l.others == "":
		as = noRole
	case p.numbers > 0 && p.words == 0 && l.named(name, l.others):
		because = why{code: model.ReasonNumbers, text: "numbers beside the judgments " + l.of}
	case isMeasure(name):
		because.code = model.ReasonMeasure
	}
	return known{as, because}
}

// inputs returns the columns whose names begin with a prefix, and those of them that are named
// most like an object behind it.
func (in *input) inputs(prefix string) (all, best []int) {
	var names []string
	for i, name := range in.names {
		if name, is := strings.CutPrefix(name, prefix); is {
			all, names = append(all, i), append(names, name)
		}
	}
	for _, n := range strongest(claimsOf(names), objectRole) {
		best = append(best, all[n])
	}
	return all, best
}

// table names the answers and leaves rows out, where there is anything to.
func (l tool) table(ctx context.Context, in *input) error {
	l.mark(in)
	if in.hint.asIs = l.left == "" && l.answers == ""; in.hint.asIs {
		return nil
	}
	for _, name := range in.names {
		if answer, is := strings.CutPrefix(name, l.answers); is && l.answers != "" && !slices.Contains(in.out.names, answer) {
			in.add(answer, attributeRole, "an answer "+l.of)
		} else {
			in.out.names = append(in.out.names, name)
		}
	}
	return in.keepRows(ctx, nil, l.left, l.because)
}

// anyOf is the first of the columns a|b that there is, -1 for none.
func (in *input) anyOf(names string) int {
	for name := range strings.SplitSeq(names, "|") {
		if i := slices.IndexFunc(in.names, func(column string) bool { return matches(name, column) }); i >= 0 {
			return i
		}
	}
	return -1
}

// reads tells whether scores are made of a column, which then goes.
func (l tool) reads(in *input, column int) bool {
	name, list := in.names[column], in.anyOf(l.list)
	if l.read != nil {
		return matchesAny(strings.Split(l.gone, "|"), name)
	}
	return column == list || column == in.anyOf(l.object) || list < 0 && (name == l.attribute || name == l.judgment) || list >= 0 && isMeasure(name)
}

// log makes a row of every score. What people said of what others scored, and expectations, are labels.
func (l tool) log(ctx context.Context, in *input) error {
	s := &scores{tool: l, in: in, at: make(map[string]int), label: make(map[[2]string]mean), profiles: in.sample(), questions: make(map[string]*question)}
	for i, name := range in.names {
		if s.at[name] = i; !l.reads(in, i) || in.isNamed(name) {
			s.carried = append(s.carried, i)
		}
	}
	read := l.read
	if read == nil {
		read = l.scores
	}
	column := max(in.anyOf(l.object), 0)
	err := in.each(ctx, func(cells []string, line int) error {
		s.cells, s.line, s.before = cells, line, len(s.given)
		s.object = firstOf(l.object, func(name string) string {
			if isMissing(s.cell(name)) {
				return ""
			}
			return s.cell(name)
		})
		if s.object == "" && l.read != nil && in.anyOf(l.object) < 0 {
			s.object = nth(in.hint.rows)
		}
		if s.object == "" {
			return in.bad(column, line, "", "is empty in record %d: every record %s names its object", in.hint.rows, l.of)
		}
		err := read(s)
		if len(s.given) > s.before {
			in.hint.kept++
		} else {
			in.hint.drop(l.empty, b2i(l.empty != ""))
		}
		return err
	})
	s.splitPrompts()
	s.takePeople()
	s.settleAnswers()
	s.finish()
	return err
}

// scores reads a record as declared.
func (l tool) scores(s *scores) error {
	given, list := []score{l.score(s.cell)}, s.in.anyOf(l.list)
	if list >= 0 {
		var items []map[string]json.RawMessage
		if err := s.decode(list, s.cells[list], &items, "a list of "+l.example); err != nil {
			return err
		}
		given = given[:0]
		for _, item := range items {
			given = append(given, l.score(func(path string) string { return within(item, path) }))
		}
	}
	for _, one := range given {
		if one.attribute == "" {
			return s.in.bad(max(list, s.in.column(l.attribute)), s.line, "", "is empty: every score %s has a name", l.of)
		}
		if l.call != "" {
			one.call = fmt.Sprintf("%s, trial %s on %s", s.object, s.cell(l.call), nth(s.in.hint.rows))
		}
		s.add(one)
	}
	return nil
}

// score is a score without its object, of the values that lie at paths of it.
func (l tool) score(value func(path string) string) score {
	of := func(names string) string { return firstOf(names, value) }
	one := score{attribute: of(l.attribute), value: of(l.judgment), judge: of(l.judge), cost: of(l.cost)}
	field, person, _ := strings.Cut(l.people, "=")
	word, expected := of(l.word), of(l.label)
	switch {
	case expected != "":
		one.value, one.label = expected, true
	case field != "" && strings.EqualFold(of(field), person):
		one.judge, one.rater, one.person = "", of(l.rater), true
	}
	if word != "" {
		one.value = word
	}
	return one
}

// firstOf is the first value of a|b that is not empty; "" for no names.
func firstOf(names string, value func(name string) string) string {
	for name := range strings.SplitSeq(names, "|") {
		if name == "" {
			continue
		}
		if v := value(name); v != "" {
			return v
		}
	}
	return ""
}

// within is the value at a path of a JSON object; "" for none.
func within(item map[string]json.RawMessage, path string) string {
	key, rest, deeper := strings.Cut(path, ".")
	if !deeper {
		return plain(item[key])
	}
	var inner map[string]json.RawMessage
	_ = json.Unmarshal(item[key], &inner) // nothing is within anything else
	return within(inner, rest)
}
