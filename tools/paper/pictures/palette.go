package pictures

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// paletted is the image in 256 colours, which makes a file of a third. An image
// of more than these, most of them between a text and its background, keeps the
// frequent ones; others become the nearest of them, and differ from it by less
// than a step that is as small as it can be.
func paletted(img *image.RGBA) *image.Paletted {
	count := make(map[color.RGBA]int)
	for i := 0; i < len(img.Pix); i += 4 {
		count[rgba(img.Pix[i:])]++
	}
	all := make([]color.RGBA, 0, len(count))
	for c := range count {
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b color.RGBA) int { // of equals the darker first, not one by chance
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var kept color.Palette
	for step := 1; ; step++ {
		if kept = apart(all, step); len(kept) <= 256 {
			break
		}
	}
	p := image.NewPaletted(img.Bounds(), kept)
	index := make(map[color.RGBA]uint8, len(all))
	for _, c := range all {
		index[c] = uint8(kept.Index(c))
	}
	for i := range p.Pix { // both images are rows without gaps
		p.Pix[i] = index[rgba(img.Pix[4*i:])]
	}
	return p
}

func rgba(pix []uint8) color.RGBA { return color.RGBA{pix[0], pix[1], pix[2], pix[3]} }

// apart are the colours that differ by at least a step, in red, green or blue,
// from all before them that are kept.
func apart(colors []color.RGBA, step int) color.Palette {
	var kept color.Palette
	for _, c := range colors {
		near := func(k color.Color) bool { return distance(c, k.(color.RGBA)) < step }
		if !slices.ContainsFunc(kept, near) {
			kept = append(kept, c)
		}
	}
	return kept
}

// distance is by how much two colours differ where they differ most.
func distance(a, b color.RGBA) int {
	d := func(a, b uint8) int { return int(max(a, b)) - int(min(a, b)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B))
}
