//go:build !amd64

package gram

func (t *Twos) addTwos(_, _, _, _ []float64, _ float64) (done int) { return 0 }

func apart(_, _, _, _ []float64) (done int) { return 0 }
