package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"fms-tui/model/read"
)

// digits are images with the digit that each shows.
type digits struct {
	pixels int
	image  [][]byte // 0 to 255
	digit  []byte
}

// parts are the names that MNIST's files come with.
var parts = []string{"train", "t10k"}

// readDigits reads the images and labels in a folder, as published: plain or
// gzip.
func readDigits(ctx context.Context, folder string) (*digits, error) {
	all := &digits{}
	for _, part := range parts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		images, err := readPart(folder, part+"-images-idx3-ubyte")
		if err != nil {
			return nil, err
		}
		labels, err := readPart(folder, part+"-labels-idx1-ubyte")
		if err != nil {
			return nil, err
		}
		n := images.Size[0]
		if len(images.Size) != 3 || len(labels.Size) != 1 || labels.Size[0] != n {
			return nil, fmt.Errorf("%s: %s has images of sizes %v and labels of sizes %v: as many labels as images are needed", folder, part, images.Size, labels.Size)
		}
		pixels := images.Size[1] * images.Size[2]
		if all.pixels != 0 && all.pixels != pixels {
			return nil, fmt.Errorf("%s: images of %d pixels and of %d: all must have as many", folder, all.pixels, pixels)
		}
		all.pixels = pixels
		for i := range n {
			all.image = append(all.image, images.Item(i))
			all.digit = append(all.digit, labels.Item(i)[0])
		}
	}
	return all, nil
}

func readPart(folder, name string) (*read.IDX, error) {
	path := filepath.Join(folder, name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		path += ".gz"
	}
	return read.ReadIDX(read.File(path))
}

// pair are the images of two digits as examples: pixels over 255, not centred,
// and labels -1 and +1 (the paper's section 4).
func (d *digits) pair(a, b byte) *images {
	p := &images{pixels: d.pixels}
	for i, digit := range d.digit {
		if digit == a || digit == b {
			p.image = append(p.image, d.image[i])
			y := 1.0
			if digit == a {
				y = -1
			}
			p.label = append(p.label, y)
		}
	}
	return p
}

// images are examples (partial.Examples) whose attributes are pixels.
type images struct {
	pixels int
	image  [][]byte
	label  []float64
}

// Len is the number of images.
func (p *images) Len() int { return len(p.image) }

// Attributes is the number of pixels.
func (p *images) Attributes() int { return p.pixels }

// Label is -1 or 1.
func (p *images) Label(i int) float64 { return p.label[i] }

// Look looks at a pixel, 0 to 1.
func (p *images) Look(i, a int, _ *rand.Rand) float64 { return float64(p.image[i][a]) / 255 }

// Means fills x with all pixels.
func (p *images) Means(i int, x []float64) int {
	for a, v := range p.image[i] {
		x[a] = float64(v) / 255
	}
	return len(x)
}

// Unit is 1: nothing was scaled.
func (p *images) Unit() float64 { return 1 }
