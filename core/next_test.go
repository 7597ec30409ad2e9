package core

import (
	"context"
	"testing"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// TestAlternatives: ways that come to the same stand once, each with what it is.
func TestAlternatives(t *testing.T) {
	study := NewStudy(haloCrowd(200, 2, true))
	call := model.Design{Kind: model.DesignCall, Price: model.Units(2)}
	for _, c := range []struct {
		own              model.Design
		raters           string
		collected, taken int
		kinds            []string
	}{
		{model.Design{}, "", 1, 1, []string{model.DesignSingle, model.DesignForm}},
		{model.Design{Kind: model.DesignSingle}, "", 1, 0, []string{model.DesignSingle, model.DesignForm}},
		{call, "", 1, 2, []string{model.DesignSingle, model.DesignForm, model.DesignCall}},
		{model.Design{}, model.RatersPaper, 0, 0, []string{model.DesignSingle, ""}},
	} {
		list, err := study.Alternatives(context.Background(), Request{Settings: model.Settings{Design: c.own, Raters: c.raters}}, 5)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) != len(c.kinds) {
			t.Fatalf("%v: %d ways, want %v", c.own, len(list), c.kinds)
		}
		for i, a := range list {
			if a.Design.Kind != c.kinds[i] || a.Collected != (i == c.collected) || a.Taken != (i == c.taken) || (a.Tuning == nil) != (a.Why != "") {
				t.Errorf("%v: way %d is %v, collected %v, taken %v, %q", c.own, i, a.Design.Kind, a.Collected, a.Taken, a.Why)
			}
		}
	}
	if _, err := study.Alternatives(context.Background(), Request{Settings: model.Settings{Design: model.Design{Panel: true}}}, 5); err == nil {
		t.Error("a panel that cannot be had is no error of the Request's own design")
	}
}

// TestBreakEven holds the break-even price against calls bought at it: at the
// price they have at most the loss, at a price that pays for one call fewer a
// higher one.
func TestBreakEven(t *testing.T) {
	study, ctx := NewStudy(haloCrowd(400, 3, true)), context.Background()
	calls, err := study.Calls(ctx, Request{}, 5)
	if err != nil {
		t.Fatal(err)
	}
	honest := func(price, budget model.Amount) float64 {
		s := model.Settings{Design: model.Design{Kind: model.DesignCall, Price: price}}
		tuning, err := study.Tune(ctx, Request{Settings: s}, 5)
		if err != nil {
			t.Fatal(err)
		}
		return tuning.At(selection.Full, budget).Honest.At(selection.Full, budget).Loss
	}
	budget := model.Units(12)
	found := 0
	for _, loss := range []float64{.9, .7, .5} {
		n, e, err := calls.BreakEven(selection.Full, budget, loss)
		if err != nil {
			continue
		}
		found++
		price := budget / model.Amount(n)
		if got := honest(price, budget); got > loss*(1+1e-9) || got < e.Loss*(1-1e-9) || got > e.Loss*(1+1e-9) {
			t.Errorf("loss %g: at %s a call it is %g, said %g", loss, price, got, e.Loss)
		}
		if n > 1 {
			if got := honest(budget/model.Amount(n-1), budget); got <= loss {
				t.Errorf("loss %g: %d calls are enough, %d are said", loss, n-1, n)
			}
		}
	}
	if found < 2 {
		t.Errorf("%d prices found: the test lost its power", found)
	}
	if n, _, err := calls.BreakEven(selection.Full, budget, 1e-6); err == nil || n != 0 {
		t.Errorf("%d calls for a loss that no call reaches", n)
	}
}
