package gram

import "golang.org/x/sys/cpu"

// addTwos is Add for the first columns, as many as there are whole registers of. It returns
// their number.
func (t *Twos) addTwos(mean, half, value, shift []float64, y float64) (done int) {
	if done = len(mean) / width * width; done == 0 || !cpu.X86.HasAVX512F {
		return 0
	}
	addTwosAVX512(t, &mean[0], &half[0], &value[0], &shift[0], y, done)
	return done
}

// apart is Apart for the first columns. It returns their number.
func apart(x, z, value, shift []float64) (done int) {
	if done = len(shift) / width * width; done == 0 || !cpu.X86.HasAVX512F {
		return 0
	}
	apartAVX512(&x[0], &z[0], &value[0], &shift[0], done)
	return done
}

//go:noescape
func addTwosAVX512(t *Twos, mean, half, value, shift *float64, y float64, n int)

//go:noescape
func apartAVX512(x, z, value, shift *float64, n int)
