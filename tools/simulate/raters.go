package simulate

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

const (
	raterCount = 240 // pool of workers
	batchSize  = 40  // photos in one piece of work, as in S&K section 4
)

// schedule says who did which piece of work: one attribute judged on one batch
// of photos.
type schedule struct {
	batches int
	done    [][]int // by attribute·batches + batch: the raters, in order of repeats
}

func newSchedule(objects, attributes int) *schedule {
	batches := (objects + batchSize - 1) / batchSize
	return &schedule{batches: batches, done: make([][]int, attributes*batches)}
}

// assign finds one more rater for every piece of work: never one who has done
// that piece before, and all raters in turn, which limits the work of each.
// With 22 batches a rater soon sees some photos again, for another attribute,
// but is far from judging whole photos.
func (s *schedule) assign(rng *rand.Rand) {
	var queue []int
	for piece, before := range s.done {
		pos := 0
		for {
			if pos == len(queue) {
				queue = append(queue, rng.Perm(raterCount)...)
			}
			if !slices.Contains(before, queue[pos]) {
				break
			}
			pos++
		}
		s.done[piece] = append(before, queue[pos])
		queue = slices.Delete(queue, pos, pos+1)
	}
}

// rater returns the id of the rater behind a judgment.
func (s *schedule) rater(object, attribute, repeat int) string {
	w := s.done[attribute*s.batches+object/batchSize][repeat]
	return fmt.Sprintf("w%03d", w+1)
}
