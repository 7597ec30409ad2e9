package core

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/honest"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// blocks compares losses, and with that of guessing, by 40 blocks of an object each.
type blocks struct{ guess honest.Loss }

func (blocks) Sizes() []int { return make([]int, 40) }

func (b blocks) Difference(l, from honest.Loss) Estimate {
	d := difference(l, from)
	mean, sum := floats.Sum(d)/float64(len(d)), 0.
	for _, x := range d {
		sum += (x - mean) * (x - mean)
	}
	return Estimate{Loss: floats.Sum(d), SE: math.Sqrt(sum * float64(len(d)) / float64(len(d)-1))}
}

func (b blocks) Gain(l honest.Loss) Estimate { return b.Difference(l, b.guess) }

// TestAdvice draws curves that fall less with each doubling of B, cuts the slider anywhere, and
// holds what is said against the curve up to twice the slider's end.
func TestAdvice(t *testing.T) {
	seen := make(map[string]int)
	for seed := range fresh.Seeds(t, 0, 2000) {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		n, end := 40, 4+r.IntN(60)
		amplitude, base := make([]float64, n), make([]float64, n)
		height, spread := math.Exp(r.NormFloat64()*2-2), r.ExpFloat64()*3
		for k := range amplitude {
			base[k], amplitude[k] = r.ExpFloat64()/float64(n), height*(1+spread*r.NormFloat64())/float64(n)
		}
		rate, bend := r.ExpFloat64()+.1, r.ExpFloat64()*4+.1
		loss := func(b float64) honest.Loss { // base + amplitude · a power of B from the bend on
			l := make(honest.Loss, n)
			for k := range l {
				l[k] = base[k] + amplitude[k]*math.Pow(1+b/bend, -rate)
			}
			return l
		}
		c := lossCurve{parts: blocks{loss(0)}, labelVar: floats.Sum(loss(0))}
		for b := 1; b <= end; b++ {
			c.budgets, c.losses = append(c.budgets, model.Amount(b)), append(c.losses, loss(float64(b)))
		}
		c.end, c.gain = model.Amount(end), furtherGain(loss(float64(end)/4), loss(float64(end)/2), loss(float64(end)))
		best, enough := c.losses[end-1], model.Amount(0)
		for i, l := range c.losses {
			if d := c.parts.Difference(l, best); d.Loss <= max(d.SE, closeEnough*c.labelVar) {
				enough = c.budgets[i]
				break
			}
		}
		if floats.Sum(best) > floats.Sum(loss(0)) {
			continue // it rises
		}
		b := r.IntN(end + 1)
		here := loss(float64(b))
		got := c.advise(model.Amount(b), here, enough)
		seen[got.State]++
		useful := func(from honest.Loss, to int) bool {
			_, is := c.useful(loss(float64(to)), from)
			return is
		}
		least := 0
		for x := b + 1; x <= 2*end && least == 0; x++ {
			if useful(here, x) {
				least = x
			}
		}
		twice := c.parts.Difference(loss(0), loss(2*float64(end)))
		wrong := ""
		switch got.State {
		case AdviceHopeless:
			if d := c.parts.Difference(loss(0), best); d.Loss > 2.1*d.SE || twice.Loss > 2.1*twice.SE {
				wrong = "a budget beats guessing"
			}
		case AdviceTooLittle, AdviceMore, AdviceLittleMore:
			if int(got.At) != least || least > end {
				wrong = "another budget is the least useful"
			}
		case AdviceEnds:
			if least > 0 && least <= end {
				wrong = "a budget of the slider is useful"
			}
		case AdviceLess, AdviceEnough:
			if least > 0 {
				wrong = "a budget is useful"
			}
			if got.State == AdviceLess && (int(got.At) >= b || useful(loss(float64(got.At)), b)) {
				wrong = "less is not enough"
			}
		default:
			wrong = "nothing is said"
		}
		if wrong != "" {
			t.Fatalf("seed %d: at %d of %d %+v is said, but %s: the least useful is %d", seed, b, end, got, wrong, least)
		}
	}
	for s := range adviceWords {
		if s != "" && seen[s] == 0 {
			t.Errorf("state %s is never drawn", s)
		}
	}
}

// TestAlternatives: ways that come to the same stand once, each with what it is.
func TestAlternatives(t *testing.T) {
	study := NewStudy(haloCrowd(200, 2, true))
	call := model.Design{Kind: model.DesignCall, Price: model.Units(2)}
	for _, c := range []struct {
		own              model.Design
		raters           model.Raters
		collected, taken int
		kinds            []model.DesignKind
	}{
		{model.Design{}, "", 1, 1, []model.DesignKind{model.DesignSingle, model.DesignForm}},
		{model.Design{Kind: model.DesignSingle}, "", 1, 0, []model.DesignKind{model.DesignSingle, model.DesignForm}},
		{call, "", 1, 2, []model.DesignKind{model.DesignSingle, model.DesignForm, model.DesignCall}},
		{model.Design{}, model.RatersPaper, 0, 0, []model.DesignKind{model.DesignSingle, ""}},
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
		e := calls.BreakEven(selection.Full, budget, loss)
		if e.Why != "" {
			continue
		}
		found++
		if got := honest(e.Price, budget); got > loss*(1+1e-9) || got < e.Honest.Loss*(1-1e-9) || got > e.Honest.Loss*(1+1e-9) {
			t.Errorf("loss %g: at %s a call it is %g, said %g", loss, e.Price, got, e.Honest.Loss)
		}
		if e.Calls > 1 {
			if got := honest(budget/model.Amount(e.Calls-1), budget); got <= loss {
				t.Errorf("loss %g: %d calls are enough, %d are said", loss, e.Calls-1, e.Calls)
			}
		}
	}
	if found < 2 {
		t.Errorf("%d prices found: the test lost its power", found)
	}
	if e := calls.BreakEven(selection.Full, budget, 1e-6); e.Why == "" || e.Price != 0 {
		t.Errorf("%+v for a loss that no call reaches", e)
	}
}
