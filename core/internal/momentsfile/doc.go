// Package momentsfile turns the moments of a data set into the bytes of a
// moments file and back, puts files of parts of the data together, and prepares
// files for others, from which the judgments cannot be read.
//
// The format is described byte by byte in docs/dev/moments_format.md. In short:
//
//	magic    "fms-tui moments 4\n"
//	length   of the content, uint64, little endian
//	content  compressed by DEFLATE (RFC 1951)
//	sum      SHA-256 of all bytes before it
//
// The content begins with a pool of arrays, each stored once: labels of the same
// objects, and the two raters modes, have most of their sums in common. The description
// of the data refers to arrays by number.
//
// The package reads no file: it works on bytes.
package momentsfile
