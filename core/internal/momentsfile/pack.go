package momentsfile

import (
	"compress/flate"
	"encoding/binary"
	"io"
)

// Bounds of the pieces that are looked at one by one. A stored block of DEFLATE has at most
// 65,535 bytes; a piece of the planes of a large matrix is of one plane.
const (
	pieceSize  = 1 << 14
	leastPiece = 1 << 12
	everyNth   = 8 // of the bytes of a piece is counted
)

// packer writes DEFLATE (RFC 1951). The low bytes of sums look random and pack to nothing
// less: pieces of them become stored blocks. High bytes repeat one by one and hardly in
// strings: codes of single bytes do. The rest is searched for strings.
type packer struct {
	out     io.Writer
	strings *flate.Writer
	singles *flate.Writer
	last    *flate.Writer // holds bytes, or refers to bytes, since it last began anew; nil for none
}

// newPacker writes to a writer that keeps its first error.
func newPacker(out io.Writer) *packer {
	p := &packer{out: out}
	p.strings, p.singles = p.writer(flate.BestSpeed), p.writer(flate.HuffmanOnly)
	return p
}

func (p *packer) writer(level int) *flate.Writer {
	z, err := flate.NewWriter(p.out, level)
	if err != nil {
		panic(err) // the level is one of the package's own
	}
	return z
}

// write packs content, which may hold planes of random bytes.
func (p *packer) write(content []byte) {
	for len(content) > 0 {
		piece := content[:min(pieceSize, len(content))]
		switch {
		case random(piece):
			p.store(piece)
		case len(piece) == pieceSize && !runs(piece):
			p.turn(p.singles)
			_, _ = p.singles.Write(piece) // out keeps the error
		default:
			p.turn(p.strings)
			_, _ = p.strings.Write(piece)
		}
		content = content[len(piece):]
	}
}

// turn makes a writer the next to write. A flush ends the block of the writer before it on a
// whole byte. That writer forgets all it saw, for its distances do not count the bytes of
// others.
func (p *packer) turn(to *flate.Writer) {
	if p.last != nil && p.last != to {
		_ = p.last.Flush()
		p.last.Reset(p.out)
	}
	p.last = to
}

// store writes a stored block: five bytes, and the piece as it is (RFC 1951, section 3.2.4).
func (p *packer) store(piece []byte) {
	p.turn(nil)
	head := binary.LittleEndian.AppendUint16([]byte{0}, uint16(len(piece)))
	_, _ = p.out.Write(binary.LittleEndian.AppendUint16(head, ^uint16(len(piece))))
	_, _ = p.out.Write(piece)
}

func (p *packer) close() {
	p.turn(p.strings)
	_ = p.strings.Close()
}

// runs tells whether most bytes of a piece are as the byte before.
func runs(piece []byte) bool {
	same, n := 0, 0
	for i := 1; i < len(piece); i += everyNth {
		if n++; piece[i] == piece[i-1] {
			same++
		}
	}
	return 2*same > n
}

// random tells whether no code of single bytes makes a piece shorter by more than a hundredth.
// Of N bytes drawn with the probabilities p, the squares of the 256 counts have the sum
// N² Σp² + N (1 - Σp²) on average. That is least, N²/256 + N, where all bytes are as likely;
// a tenth more N² Σp² goes with an entropy of about 8 - .07 bits.
func random(piece []byte) bool {
	if len(piece) < leastPiece {
		return false
	}
	var count [256]int
	n := 0
	for i := 0; i < len(piece); i += everyNth {
		count[piece[i]]++
		n++
	}
	squares := 0
	for _, c := range count {
		squares += c * c
	}
	return 10*256*(squares-n) < 11*n*n
}
