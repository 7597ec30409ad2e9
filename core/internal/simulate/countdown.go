package simulate

import (
	"context"
	"sync"
)

// Countdown returns a context that ends at the n-th question for its error: a test that
// counts n up cancels work at every possible point.
func Countdown(n int) context.Context { return &countdown{Context: context.Background(), n: n} }

type countdown struct {
	context.Context
	mu sync.Mutex
	n  int
}

// Err implements context.Context.
func (c *countdown) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n--; c.n < 0 {
		return context.Canceled
	}
	return nil
}
