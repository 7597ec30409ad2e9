//go:build !nodata

package read

import (
	"bytes"
	"compress/gzip"
	little "encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	pq "github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// The library believes what a Parquet file says of itself: it takes memory for lists
// and pages of any stated size. So the stated sizes are first compared with the bytes
// of the file.

// soundFooter tells whether the description at the end of a Parquet file is a
// Thrift structure whose lists are not longer than the bytes that follow.
func soundFooter(data []byte) bool {
	const end = 8 // its length and "PAR1"
	if len(data) < 4+end {
		return false
	}
	size := int64(little.LittleEndian.Uint32(data[len(data)-end:]))
	if size > int64(len(data)-4-end) {
		return false
	}
	t := thrift{data: data[int64(len(data)-end)-size : len(data)-end]}
	t.structure(nil)
	return !t.bad
}

// page is what the header of a page says.
type page struct {
	packed, unpacked int64
	values           int64
	levels           int64  // bytes before what is compressed, of data pages of version 2
	plain            bool   // of version 2: not compressed
	sum              uint32 // CRC-32 of what is stored, 0 where there is none
}

// page reads a header. The numbers of its fields are from parquet.thrift.
func (t *thrift) page() (p page) {
	t.structure(func(id int, kind byte) bool {
		switch id {
		case 2:
			p.unpacked = t.integer()
		case 3:
			p.packed = t.integer()
		case 4:
			p.sum = uint32(t.integer())
		case 5, 7: // a data page, a dictionary
			t.structure(func(id int, kind byte) bool {
				if id == 1 {
					p.values = t.integer()
				}
				return id == 1
			})
		case 8: // a data page of version 2
			t.structure(func(id int, kind byte) bool {
				switch id {
				case 1:
					p.values = t.integer()
				case 5, 6:
					p.levels += t.integer()
				case 7:
					p.plain = kind == thriftFalse
					return false // skip passes over a boolean
				default:
					return false
				}
				return true
			})
		default:
			return false
		}
		return true
	})
	return p
}

// checkPages compares the pages of all columns with the bytes of the file, and refuses
// pages that unpack to too many bytes.
func (l Limits) checkPages(file string, data []byte, about *pq.FileMetaData) error {
	var unpacked int64
	for _, group := range about.RowGroups {
		for i := range group.Columns {
			m := &group.Columns[i].MetaData
			from := m.DataPageOffset
			if d := m.DictionaryPageOffset; d > 0 {
				from = min(from, d)
			}
			size := m.TotalCompressedSize
			if from < 4 || size < 0 || from > int64(len(data)) || size > int64(len(data))-from {
				return damagedParquet(file, errors.New("a column lies outside of the file"))
			}
			if err := l.checkColumn(file, data[from:from+size], m.Codec, int64(len(data)), &unpacked); err != nil {
				return err
			}
		}
	}
	return nil
}

// bytesOfValue is what one value takes at least once it is read.
const bytesOfValue = 8

func (l Limits) checkColumn(file string, chunk []byte, codec pq.CompressionCodec, stored int64, unpacked *int64) error {
	for len(chunk) > 0 {
		t := thrift{data: chunk}
		p := t.page()
		rest := int64(len(chunk) - t.at)
		if t.bad || p.packed < 0 || p.unpacked < 0 || p.values < 0 || p.levels < 0 || p.packed > rest || p.levels > min(p.packed, p.unpacked) {
			return damagedParquet(file, errors.New("the header of a page contradicts the file"))
		}
		if *unpacked += max(p.unpacked, bytesOfValue*p.values); *unpacked < 0 {
			*unpacked = 1 << 62
		}
		if err := l.unpacked(file, *unpacked, stored); err != nil {
			return err
		}
		body := chunk[t.at:][:p.packed]
		if p.sum != 0 && crc32.ChecksumIEEE(body) != p.sum { // the library passes over that of a dictionary
			return damagedParquet(file, errors.New("a page is not as its checksum says"))
		}
		if !p.plain && !unpacksTo(codec, body[p.levels:], p.unpacked-p.levels) {
			return damagedParquet(file, errors.New("a page unpacks to another size than its header says"))
		}
		chunk = chunk[int64(t.at)+p.packed:]
	}
	return nil
}

// unpacksTo reports whether compressed data unpack to the given number of bytes,
// without taking memory for them. Unknown codecs are left to the library.
func unpacksTo(codec pq.CompressionCodec, data []byte, size int64) bool {
	var r io.Reader
	var err error
	switch codec {
	case pq.Uncompressed:
		return int64(len(data)) == size
	case pq.Snappy:
		n, err := snappy.DecodedLen(data)
		return err == nil && int64(n) == size
	case pq.Lz4Raw:
		return lz4Size(data, size) == size && lz4Decodes(data, size)
	case pq.Gzip:
		r, err = gzip.NewReader(bytes.NewReader(data))
	case pq.Zstd:
		var z *zstd.Decoder
		z, err = zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow), zstd.WithDecoderLowmem(true))
		if err == nil {
			defer z.Close()
			r = z
		}
	case pq.Brotli:
		r = brotli.NewReader(bytes.NewReader(data))
	default:
		return true
	}
	if err != nil {
		return false
	}
	n, err := io.Copy(io.Discard, io.LimitReader(r, size+1))
	return err == nil && n == size
}

// lz4Decodes reports whether the decoder takes a block that unpacks to the given number of
// bytes. The library doubles its memory for ever where the decoder refuses one, such as a
// block whose last literals name a copy that is not there.
func lz4Decodes(data []byte, size int64) bool {
	n, err := lz4.UncompressBlock(data, make([]byte, size))
	return err == nil && int64(n) == size
}

// lz4Size is the unpacked size of an LZ4 block; -1 if the block is damaged or larger
// than most. A block is a sequence of literals and copies (lz4_Block_pq.md). Each has a
// token of two lengths of 4 bits; a length of 15 continues in bytes up to the first
// byte below 255.
func lz4Size(data []byte, most int64) int64 {
	var n int64
	at := 0
	length := func(bits byte) int64 {
		x := int64(bits)
		for more := bits == 15; more; at++ {
			if at >= len(data) {
				return -1
			}
			x += int64(data[at])
			more = data[at] == 255
		}
		return x
	}
	for at < len(data) {
		token := data[at]
		at++
		literals := length(token >> 4)
		if literals < 0 || literals > int64(len(data)-at) {
			return -1
		}
		at += int(literals)
		if n += literals; at == len(data) { // the last sequence has no copy
			break
		}
		if at+2 > len(data) {
			return -1
		}
		offset := int64(little.LittleEndian.Uint16(data[at:]))
		at += 2
		match := length(token & 15)
		if offset == 0 || offset > n || match < 0 {
			return -1
		}
		if n += match + 4; n > most {
			return -1
		}
	}
	return n
}
