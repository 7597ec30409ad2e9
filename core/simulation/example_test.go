package simulation_test

import (
	"context"
	"fmt"

	"fms-tui/core/simulation"
	"fms-tui/model"
)

// Before there are any data, a [Answer] says how large the pilot must be: a
// [Design] for each size that was simulated of a [Kind].
func ExampleRun() {
	q := simulation.Question{
		Population: simulation.Kind{Attributes: 3, Reliability: .6, R2: .7},
		Budget:     model.Units(3), Within: .25, Pilots: 10, Seed: 1,
	}
	s, err := simulation.Run(context.Background(), q, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d objects, each attribute judged %d times\n", s.Enough[0].Objects, s.Enough[0].Repeats)
	// Output:
	// 50 objects, each attribute judged 2 times
}
