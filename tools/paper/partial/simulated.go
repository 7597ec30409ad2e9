package partial

import (
	"math"
	"math/rand/v2"
)

// side is the side of simulated images, in pixels.
const side = 12

// strokes of simulated images: strokes of both classes, and a stroke of each class
// only. A stroke goes from one point to another.
var (
	common = [][4]float64{{2, 2, 9, 2}, {2, 9, 9, 9}, {3, 5.5, 8, 5.5}}
	single = [2][4]float64{{2.5, 2.5, 2.5, 5}, {8.5, 2.5, 8.5, 5}}
)

// simulated draws images of two classes, somewhat as digits 5 and 3 differ: dark
// strokes of varying place, width and strength on white, most pixels 0, and
// neighbours alike. Labels are -1 and 1.
func simulated(n int, seed uint64) *images {
	rng := rand.New(rand.NewPCG(seed, 0x51a6e5))
	p := &images{pixels: side * side}
	for i := range n {
		class := i % 2
		p.image = append(p.image, drawImage(rng, class))
		p.label = append(p.label, float64(2*class-1))
	}
	return p
}

func drawImage(rng *rand.Rand, class int) []byte {
	dx, dy := .7*rng.NormFloat64(), .7*rng.NormFloat64()
	width, slant := .6+.3*rng.Float64(), .15*rng.NormFloat64()
	ink := make([]float64, side*side)
	for _, s := range append([][4]float64{single[class]}, common...) {
		strength := .6 + .4*rng.Float64()
		for at := range ink {
			y := float64(at/side) - dy
			x := float64(at%side) - dx - slant*(y-side/2)
			r := distance(x, y, s) / width
			ink[at] = max(ink[at], strength*math.Exp(-r*r))
		}
	}
	image := make([]byte, len(ink))
	for at, v := range ink {
		if v > .05 {
			image[at] = byte(math.Round(255 * v))
		}
	}
	return image
}

// distance is the distance of a point from a stroke.
func distance(x, y float64, s [4]float64) float64 {
	ux, uy := s[2]-s[0], s[3]-s[1]
	along := max(0, min(1, ((x-s[0])*ux+(y-s[1])*uy)/(ux*ux+uy*uy)))
	return math.Hypot(x-s[0]-along*ux, y-s[1]-along*uy)
}
