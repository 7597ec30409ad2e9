// Package momentsfile turns the moments of a data set into the bytes of a
// moments file and back, puts files of parts of the data together, and prepares
// files for others, from which the judgments cannot be read.
//
// The format is described byte by byte in docs/moments.md. In short:
//
//	magic    "fms-tui moments 4\n"
//	length   of the content, uint64, little endian
//	content  compressed by DEFLATE (RFC 1951)
//	sum      SHA-256 of all bytes before it
//
// Versions 1 to 3 are read too. They do not say what the values of a label stand for, and
// versions 1 and 2 have no hashes of raters, so that a rater of
// two files counts as two. Version 1 has no same-rater sums and no links between
// attributes either, and with it judgments can only be bought one by one.
//
// The content begins with a pool of arrays, each stored once: labels of the same
// objects, and the two raters modes, have most of their sums in common. The description
// of the data refers to arrays by number.
//
// The package reads no file: it works on bytes.
package momentsfile
