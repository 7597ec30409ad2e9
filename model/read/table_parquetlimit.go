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
	"github.com/parquet-go/parquet-go/encoding/thrift"
	pq "github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// The library believes what a Parquet file says of itself: it takes memory for lists and pages of any stated size. So
// the stated sizes are first compared with the bytes of the file.

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
	return structureSize(data[int64(len(data)-end)-size:len(data)-end]) > 0
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

// pageHeader reads the header that a page begins with, and returns its size: -1 where it is damaged.
func pageHeader(page []byte) (p pq.PageHeader, size int) {
	if size = structureSize(page); size > 0 && thrift.Unmarshal(new(thrift.CompactProtocol), page[:size], &p) != nil {
		size = -1
	}
	return p, size
}

func (l Limits) checkColumn(file string, chunk []byte, codec pq.CompressionCodec, stored int64, unpacked *int64) error {
	const bytesOfValue = 8 // that it takes at least once it is read
	for len(chunk) > 0 {
		p, head := pageHeader(chunk)
		if head < 0 {
			return damagedParquet(file, errors.New("the header of a page cannot be read"))
		}
		chunk = chunk[head:]
		values := int64(max(p.DataPageHeader.V.NumValues, p.DictionaryPageHeader.V.NumValues, p.DataPageHeaderV2.V.NumValues))
		v2 := p.DataPageHeaderV2.V // whose levels stand before what is compressed
		levels := int64(v2.RepetitionLevelsByteLength) + int64(v2.DefinitionLevelsByteLength)
		size, becomes := int64(p.CompressedPageSize), int64(p.UncompressedPageSize)
		if min(size, becomes, values, levels) < 0 || size > int64(len(chunk)) || levels > min(size, becomes) {
			return damagedParquet(file, errors.New("the header of a page contradicts the file"))
		}
		if *unpacked += max(becomes, bytesOfValue*values); *unpacked < 0 {
			*unpacked = 1 << 62
		}
		if err := l.CheckUnpacked(file, *unpacked, stored); err != nil {
			return err
		}
		body := chunk[:size]
		if sum := uint32(p.CRC); sum != 0 && crc32.ChecksumIEEE(body) != sum { // the library passes over that of a dictionary
			return damagedParquet(file, errors.New("a page is not as its checksum says"))
		}
		if plain := v2.IsCompressed.Valid && !v2.IsCompressed.V; !plain && !unpacksTo(codec, body[levels:], becomes-levels) {
			return damagedParquet(file, errors.New("a page unpacks to another size than its header says"))
		}
		chunk = chunk[size:]
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
	case pq.Lz4Raw: // the library doubles its memory for ever where the decoder refuses a block, as one that ends in a copy of nothing
		if size > 255*int64(len(data)) { // a byte of it is one of a length at most
			return false
		}
		n, err := lz4.UncompressBlock(data, make([]byte, size))
		return err == nil && int64(n) == size
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

// structureSize is how many bytes the structure takes that data begin with; -1 where it ends
// early or contradicts itself. What it says of the sizes of its own values is right then.
func structureSize(data []byte) int {
	r := new(thrift.CompactProtocol).NewReaderFromBytes(data)
	if skip(r, 64, 1, thrift.STRUCT) != nil { // as deep as structures may lie within one another
		return -1
	}
	return r.(interface{ BytesRead() int }).BytesRead()
}

// skip passes over so many elements, each of values of some kinds. A boolean takes a byte.
func skip(r thrift.Reader, depth int, elements int32, kinds ...thrift.Type) (err error) {
	if depth == 0 {
		return errors.New("structures lie too deep")
	}
	for n := 0; err == nil && n < int(elements)*len(kinds); n++ {
		switch kinds[n%len(kinds)] {
		case thrift.TRUE, thrift.FALSE, thrift.I8:
			_, err = r.ReadInt8()
		case thrift.I16, thrift.I32, thrift.I64:
			_, err = r.ReadInt64()
		case thrift.DOUBLE:
			_, err = r.ReadFloat64()
		case thrift.UUID:
			err = skip(r, depth-1, 2, thrift.DOUBLE)
		case thrift.BINARY:
			_, err = r.ReadBytes()
		case thrift.LIST, thrift.SET:
			var l thrift.List
			if l, err = r.ReadList(); err == nil {
				err = skip(r, depth-1, l.Size, l.Type)
			}
		case thrift.MAP:
			var m thrift.Map
			if m, err = r.ReadMap(); err == nil {
				err = skip(r, depth-1, m.Size, m.Key, m.Value)
			}
		case thrift.STRUCT:
			err = skipFields(r, depth-1)
		default:
			err = errors.New("there is no such kind of value")
		}
	}
	return err
}

// skipFields passes over the fields of a structure. That of a boolean is its value.
func skipFields(r thrift.Reader, depth int) error {
	for {
		f, err := r.ReadField()
		switch {
		case err != nil || f.Type == thrift.STOP:
			return err
		case f.Type == thrift.TRUE || f.Type == thrift.FALSE:
			continue
		}
		if err := skip(r, depth, 1, f.Type); err != nil {
			return err
		}
	}
}
