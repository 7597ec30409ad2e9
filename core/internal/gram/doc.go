// Package gram adds products XᵀX of tall matrices to square ones: the sums over
// objects that all moments are made of, and most of the time that many attributes
// take.
//
// # Order of summation
//
// Every entry is c + x_1 x'_1 + x_2 x'_2 + …, row after row. In tiles each product and its sum
// are rounded together, as math.FMA defines; elsewhere each product is rounded before it is added.
// The result does not depend, by a single bit, on the width of a processor's registers or on the
// tiles of a matrix. Processors that cannot fuse a product with its sum, on amd64 those before
// 2013, give the same bits by way of math.FMA, more than ten times slower.
//
// # Tiles
//
// Columns are packed into panels of eight, row after row. A tile is the products of the
// columns of two panels: its 64 sums stay in registers while both panels are read once,
// at most chunk rows of them, so that both fit in the processor's nearest cache. Where
// registers hold only half of the sums, half a tile follows the other.
package gram
