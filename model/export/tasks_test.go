package export_test

import (
	"bytes"
	"errors"
	"testing"

	"fms-tui/model"
	"fms-tui/model/export"
)

func TestTasks(t *testing.T) {
	tasks := []model.Task{
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

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
