package partial

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
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
		n := images.size[0]
		if len(images.size) != 3 || len(labels.size) != 1 || labels.size[0] != n {
			return nil, fmt.Errorf("%s: %s has images of sizes %v and labels of sizes %v: as many labels as images are needed", folder, part, images.size, labels.size)
		}
		pixels := images.size[1] * images.size[2]
		if all.pixels != 0 && all.pixels != pixels {
			return nil, fmt.Errorf("%s: images of %d pixels and of %d: all must have as many", folder, all.pixels, pixels)
		}
		all.pixels = pixels
		for i := range n {
			all.image = append(all.image, images.item(i))
			all.digit = append(all.digit, labels.item(i)[0])
		}
	}
	return all, nil
}

// array is an array of bytes in the IDX format, in which MNIST is published: the
// bytes 0 0 8, the number of dimensions, each dimension's size as a big-endian
// 32-bit number, and the entries, the last dimension running fastest.
type array struct {
	size []int // of each dimension, at least one
	data []byte
}

// item is the i-th entry along the first dimension: an image of images.
func (a *array) item(i int) []byte {
	n := len(a.data) / a.size[0]
	return a.data[i*n : (i+1)*n]
}

// readPart reads an IDX file, plain or with the ending .gz.
func readPart(folder, name string) (*array, error) {
	path := filepath.Join(folder, name)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		path += ".gz"
		text, err = unzipped(path)
	}
	if err != nil {
		return nil, err
	}
	if len(text) < 4 || !bytes.HasPrefix(text, []byte{0, 0, 8}) || len(text) < 4+4*int(text[3]) {
		return nil, fmt.Errorf("%s: is no IDX file of bytes", path)
	}
	a, want := &array{data: text[4+4*int(text[3]):]}, 1
	for d := range int(text[3]) {
		a.size = append(a.size, int(binary.BigEndian.Uint32(text[4+4*d:])))
		want *= a.size[d]
	}
	if len(a.size) == 0 || want == 0 || len(a.data) != want {
		return nil, fmt.Errorf("%s: holds %d bytes for the sizes %v", path, len(a.data), a.size)
	}
	return a, nil
}

func unzipped(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return io.ReadAll(plain)
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
