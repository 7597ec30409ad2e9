package momentsfile

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
)

// Bounds of the pieces that are looked at one by one. A stored block of DEFLATE has at most
// 65,535 bytes; a piece of the planes of a large matrix is of one plane.
const (
	pieceSize  = 1 << 14
	leastPiece = 1 << 12
	everyNth   = 8 // of the bytes of a piece is counted
)

// packer writes DEFLATE (RFC 1951). The low bytes of sums look random and pack to nothing
// less: pieces of them become stored blocks, and the compressor sees the rest.
type packer struct {
	out    bytes.Buffer
	z      *flate.Writer
	before bool // the compressor holds bytes, or refers to bytes, since it last began anew
}

func newPacker() *packer {
	p := &packer{}
	z, err := flate.NewWriter(&p.out, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is one of the package's own
	}
	p.z = z
	return p
}

// write packs content, which may hold planes of random bytes.
func (p *packer) write(content []byte) {
	for len(content) > 0 {
		n := min(pieceSize, len(content))
		if piece := content[:n]; random(piece) {
			p.store(piece)
		} else {
			_, _ = p.z.Write(piece) // to memory: cannot fail
			p.before = true
		}
		content = content[n:]
	}
}

// store writes a stored block: five bytes, and the piece as it is (RFC 1951, section 3.2.4).
// A flush ends the block before it on a whole byte. The compressor forgets all it saw, for
// its distances do not count the bytes of stored blocks.
func (p *packer) store(piece []byte) {
	if p.before {
		_ = p.z.Flush()
		p.z.Reset(&p.out)
		p.before = false
	}
	head := binary.LittleEndian.AppendUint16([]byte{0}, uint16(len(piece)))
	p.out.Write(binary.LittleEndian.AppendUint16(head, ^uint16(len(piece))))
	p.out.Write(piece)
}

func (p *packer) close() { _ = p.z.Close() }

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
