package budgetrange

import (
	"strings"
	"testing"

	"fms-tui/model"
)

// TestStretch asks for more and less than the usual range.
func TestStretch(t *testing.T) {
	for _, c := range []struct {
		judgments int // that the usual range buys
		price     model.Amount
		end       model.Amount // asked for, in judgments
		reach     model.Amount
		want      model.Amount // in judgments
	}{
		{160, model.Unit, 0, 0, 160},
		{160, model.Unit, 320, 0, 320},
		{160, model.Unit, 7, 0, 7},
		{160, model.Unit / 3, 2, 0, 2},
		{160, model.Unit, 0, 160 * model.Unit, 160},
		{160, model.Unit, 0, 160*model.Unit + 1, 320},
		{160, model.Unit, 0, 321 * model.Unit, 640},
		{160, model.Unit, 40, 50 * model.Unit, 80},
		{160, model.Unit, 640, 170 * model.Unit, 640},
		{160, model.Unit, 2 * MostJudgments, 0, MostJudgments},
		{160, model.Unit, 0, MostJudgments * model.Unit, MostJudgments},
		{160, model.Unit, 0, model.MaxAmount, MostJudgments},
		{20, model.MaxAmount / 100, 80, 0, 80},
		{20, model.MaxAmount / 100, 0, model.MaxAmount, 100},
		{1, model.MaxAmount, 1, model.MaxAmount, 1},
		{0, 0, 3, model.Unit, 0},
	} {
		usual := model.Amount(c.judgments) * c.price
		got := stretch(usual, c.price, Asked{End: c.end * c.price, Reach: c.reach})
		if want := c.want * c.price; got != want {
			t.Errorf("%d judgments at %s, range %d, reach %s: %s, want %s", c.judgments, c.price, c.end, c.reach, got, want)
		}
	}
	if got := stretch(20*model.Unit, model.Unit, Asked{End: 1}); got != model.Unit {
		t.Errorf("a range below one judgment is %s, want one", got)
	}
}

func TestCheckBudget(t *testing.T) {
	r := Range{Step: model.Unit / 2}
	if err := r.CheckBudget(MostJudgments * model.Unit / 2); err != nil {
		t.Errorf("as much as can be computed: %v", err)
	}
	if err := r.CheckBudget((MostJudgments + 1) * model.Unit / 2); err == nil || !strings.Contains(err.Error(), "1000001") {
		t.Errorf("a judgment more: %v", err)
	}
	r.Required = 3 * model.Unit
	if err := r.CheckBudget(3 * model.Unit); err != nil {
		t.Errorf("just what the minima cost: %v", err)
	}
	if err := r.CheckBudget(3*model.Unit - 1); err == nil || !strings.Contains(err.Error(), "they cost 3") {
		t.Errorf("less than the minima cost: %v", err)
	}
	if err := new(Range).CheckBudget(model.MaxAmount); err != nil {
		t.Errorf("without candidates: %v", err)
	}
}
