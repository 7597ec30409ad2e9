package simulate

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"

	"fms-tui/model"
)

const (
	// SlicesSeed is the seed of the sample "slices".
	SlicesSeed = 2013
	// SlicesRepeats is the number of judgments a cell of it.
	SlicesRepeats = 20
	// MaxSlicesRepeats bounds the judgments a cell of Slices.
	MaxSlicesRepeats = 1000
)

const (
	sliceCount      = 1500
	sliceBodies     = 75 // of which 20 slices each are seen
	sliceAttributes = 48
	binsMerged      = 8
	sliceBins       = sliceAttributes * binsMerged
	slicePosition   = 180. // the label runs from 0 to this
)

// Streams of the random source of Slices; each repeat has its own.
const (
	sliceStream = iota
	binStream   // plus repeat
)

// Slices simulates the first experiment of S&K section 4 with k judgments a cell.
// The paper takes "Relative location of CT slices on axial axis" (UCI): 384 bins
// of histograms of an image, and where along the body it was taken. Each 8
// neighbouring bins become one attribute, and a judgment of it is one of the 8,
// drawn at random. These images are made up: of a bin u, a body p and a position s
// the value is
//
//	max(0, 1/2 + 1/4 (f(u,s) + g_p(u,s)/2 + h(u)/4))    rounded to 3 decimals
//
// with random smooth fields f, common to all bodies, g_p of the body and h of the
// slice alone. So neighbouring bins are alike, but not the same, which is the
// noise of a judgment; and bins follow the position smoothly, no two alike.
//
// Slices(k, seed) holds the first k judgments of every cell of Slices(k+1, seed).
// It panics unless k is between 1 and MaxSlicesRepeats.
func Slices(k int, seed uint64) *model.Dataset {
	if k < 1 || k > MaxSlicesRepeats {
		panic(fmt.Sprintf("simulate: %d judgments a cell, want 1 to %d", k, MaxSlicesRepeats))
	}
	bins, position := sliceImages(rand.New(rand.NewPCG(seed, sliceStream)))
	judged := make([][]uint8, k) // by repeat: which of the 8 bins
	for j := range judged {
		rng := rand.New(rand.NewPCG(seed, binStream+uint64(j)))
		judged[j] = make([]uint8, sliceCount*sliceAttributes)
		for i := range judged[j] {
			judged[j][i] = uint8(rng.IntN(binsMerged))
		}
	}
	var b model.Builder
	label := b.AddLabel("position")
	for _, name := range sliceNames() {
		b.Attribute(name)
	}
	for i := range bins {
		object := b.Object(sliceName(i))
		b.SetLabel(label, object, position[i])
		for a := range sliceAttributes {
			for j := range judged {
				b.Add(object, a, model.NoRater, bins[i][a*binsMerged+int(judged[j][i*sliceAttributes+a])])
			}
		}
	}
	d := b.Build()
	d.Name, d.Simulated = "slices", true
	return d
}

func sliceName(i int) string { return fmt.Sprintf("slice%04d", i+1) }

func sliceNames() []string {
	var names []string
	for a := range sliceAttributes {
		names = append(names, fmt.Sprintf("bins%03d-%03d", a*binsMerged+1, (a+1)*binsMerged))
	}
	return names
}

// sliceImages draws the bins of all slices, and where they were taken.
func sliceImages(rng *rand.Rand) (bins [][]float64, position []float64) {
	common := newField(rng, 4, .3)
	for range sliceBodies {
		body := newField(rng, 4, .5)
		for range sliceCount / sliceBodies {
			s := rng.Float64()
			own := newField(rng, 3, 1)
			f, g, h := common.at(s), body.at(s), own.at(s)
			image := make([]float64, sliceBins)
			for u := range image {
				x := .5 + (f[u]+g[u]/2+h[u]/4)/4
				image[u] = math.Round(1000*max(0, x)) / 1000
			}
			bins = append(bins, image)
			position = append(position, math.Round(100*slicePosition*s)/100)
		}
	}
	return bins, position
}

// field is a smooth random function of bin and position, about of mean 0 and
// variance 1: a sum of waves, whose frequencies are normal (Rahimi & Recht 2007,
// "Random features for large-scale kernel machines").
type field struct{ overBins, along, phase [fieldWaves]float64 }

const fieldWaves = 40

// newField draws a field in which bins are alike up to a number of bins apart, and
// slices up to a distance, in shares of the body.
func newField(rng *rand.Rand, bins, distance float64) *field {
	var f field
	for q := range f.phase {
		f.overBins[q] = rng.NormFloat64() / bins
		f.along[q] = rng.NormFloat64() / distance
		f.phase[q] = 2 * math.Pi * rng.Float64()
	}
	return &f
}

// at returns the field at a position, by bin. A wave's next bin is a rotation by its
// frequency.
func (f *field) at(s float64) []float64 {
	values := make([]float64, sliceBins)
	for q, phase := range f.phase {
		z := cmplx.Exp(complex(0, f.along[q]*s+phase))
		turn := cmplx.Exp(complex(0, f.overBins[q]))
		for u := range values {
			values[u] += real(z) * math.Sqrt(2./fieldWaves)
			z *= turn
		}
	}
	return values
}
