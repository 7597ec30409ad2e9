package core_test

import (
	"context"
	"fmt"

	"fms-tui/core"
	"fms-tui/model"
)

// Before there are any data, a [core.Simulation] says how large the pilot must be: a
// [core.SimulatedDesign] for each size that was simulated of a [core.Population].
func ExampleSimulate() {
	q := core.SimulationQuestion{
		Population: core.Population{Attributes: 3, Reliability: .6, R2: .7},
		Budget:     model.Units(3), Within: .25, Pilots: 10, Seed: 1,
	}
	s, err := core.Simulate(context.Background(), q, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d objects, each attribute judged %d times\n", s.Enough[0].Objects, s.Enough[0].Repeats)
	// Output:
	// 50 objects, each attribute judged 2 times
}
