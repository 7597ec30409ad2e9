package design

import (
	"slices"
	"testing"

	"fms-tui/model"
)

// TestDesignCosts holds the cost of repeats to the sum of docs/buying.md, literally.
func TestDesignCosts(t *testing.T) {
	d := &Design{Forms: []Form{{Name: "f", Price: 0, Attributes: []int{0, 2}}, {Name: "g", Price: model.Units(5), Attributes: []int{1, 4}}}}
	price := []model.Amount{model.Units(1), model.Units(2), model.Units(3), model.Units(4), model.Units(6)}
	forms, rest := d.Costs([]int{2, 3, 1, 2, 1}, price)
	if want := []model.Amount{model.Units(2*1 + 1*3), model.Units(3 * 5)}; !slices.Equal(forms, want) || rest != model.Units(8) {
		t.Errorf("%v and %s, want %v and 8", forms, rest, want)
	}
	if got := d.Answers(price); got[1] != 0 || got[4] != 0 || got[0] != price[0] || price[1] == 0 {
		t.Errorf("answers %v of %v", got, price)
	}
	f := d.Selection(5)
	if !slices.Equal(f.Of, []int{0, 1, 0, 2, 1}) || !slices.Equal(f.Price, []model.Amount{0, model.Units(5), 0}) || f.Panel != 0 {
		t.Errorf("%+v", f)
	}
	if (&Design{}).Selection(5) != nil || (&Design{Forms: []Form{{Name: "f", Price: 0, Attributes: []int{0}}}}).Selection(5) != nil {
		t.Error("singles need no forms")
	}
	if f := (&Design{Panel: 3}).Selection(2); f == nil || f.Panel != 3 || !slices.Equal(f.Of, []int{0, 1}) {
		t.Errorf("a panel: %+v", f)
	}
}
