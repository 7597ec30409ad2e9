package export_test

import (
	"bytes"
	"errors"
	"testing"

	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/plan"
)

func TestTasks(t *testing.T) {
	tasks := []plan.Task{
		{Object: "ann", Attribute: "tall", Judgments: 3, Cost: model.Unit / 10 * 3},
		{Object: `bob, "b"`, Attribute: "male", Judgments: 1, Cost: model.Units(4)},
	}
	got := write(t, func(b *bytes.Buffer) error { return export.Tasks(b, tasks) })
	if want := "object,attribute,judgments,cost\nann,tall,3,0.3\n\"bob, \"\"b\"\"\",male,1,4\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := write(t, func(b *bytes.Buffer) error { return export.Tasks(b, nil) }); got != "object,attribute,judgments,cost\n" {
		t.Errorf("nothing to do is %q", got)
	}
	if err := export.Tasks(full{}, tasks); !errors.Is(err, errFull) {
		t.Errorf("a full disk: %v", err)
	}
}

// TestFormTasks: forms stand before the answers on them, by object, and singles
// last.
func TestFormTasks(t *testing.T) {
	got := write(t, func(b *bytes.Buffer) error {
		return export.FormTasks(b, plan.Training{
			Tasks: []plan.Task{
				{Object: "ann", Attribute: "age", Judgments: 2, Cost: model.Units(4)},
				{Object: "ann", Attribute: "tall", Judgments: 3, Form: "f"},
				{Object: "ann", Attribute: "male", Judgments: 1, Form: "g", Cost: model.Unit},
				{Object: "ann", Attribute: "old", Judgments: 2, Form: "f"},
				{Object: "bob", Attribute: "age", Judgments: 1, Cost: model.Units(2)},
				{Object: "cid", Attribute: "old", Judgments: 1, Form: "f"},
			},
			Forms: []plan.FormTask{
				{Object: "ann", Form: "f", Filled: 3, Cost: model.Units(6)},
				{Object: "ann", Form: "g", Filled: 1},
				{Object: "cid", Form: "f", Filled: 1, Cost: model.Units(2)},
			},
		})
	})
	want := "object,form,attribute,judgments,cost\nann,f,,3,6\nann,f,tall,3,0\nann,f,old,2,0\nann,g,,1,0\nann,g,male,1,1\nann,,age,2,4\n" +
		"bob,,age,1,2\ncid,f,,1,2\ncid,f,old,1,0\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := export.FormTasks(full{}, plan.Training{Tasks: []plan.Task{{Object: "o"}}}); !errors.Is(err, errFull) {
		t.Errorf("a full disk: %v", err)
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
