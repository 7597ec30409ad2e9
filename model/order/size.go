package order

import (
	"fmt"

	"fms-tui/model"
)

// MostCalls is how many calls an order may have.
const MostCalls = 10_000_000

// Size counts the calls and judgments of an order and adds up their prices. An order
// that is too large is an error.
func (o *Order) Size() (calls, judgments int, cost model.Amount, err error) {
	for i := range o.Objects {
		for _, asks := range o.Objects[i].groups() {
			calls += most(asks)
			for _, a := range asks {
				judgments += a.Times
			}
		}
	}
	if calls > MostCalls {
		return calls, judgments, 0, fmt.Errorf("%d calls are to be made, more than %d: list fewer objects, or choose a smaller budget", calls, MostCalls)
	}
	err = o.Calls(func(c Call) error {
		if cost += c.Price; cost > model.MaxAmount {
			return fmt.Errorf("the calls cost more than %s", model.MaxAmount)
		}
		return nil
	})
	return calls, judgments, cost, err
}
