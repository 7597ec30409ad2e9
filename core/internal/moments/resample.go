package moments

// Resample returns the sums of a data set in which each block occurs the given
// number of times, by block; blocks without objects are passed over. It is
// what a bootstrap over blocks draws.
func (b *Blocks) Resample(times []int) *Sums {
	s := newSums(b.d)
	for k, o := range b.Block {
		for range times[k] {
			if o != nil {
				s.add(o)
			}
		}
	}
	return s
}
