// Package gram adds products XᵀX of tall matrices to square ones: the sums over
// objects that all moments are made of, and most of the time that many attributes
// take.
//
// # Order of summation
//
// Every entry is c + x_1 x'_1 + x_2 x'_2 + …, row after row, each product rounded
// before it is added. The result does not depend, by a single bit, on the width of a
// processor's registers or on the tiles of a matrix. Processors that could fuse a
// product with its sum do not.
//
// # Tiles
//
// Columns are packed into panels of eight, row after row. A tile is the products of the
// columns of two panels: its 64 sums stay in registers while both panels are read once,
// at most chunk rows of them, so that both fit in the processor's nearest cache. Where
// registers hold only half of the sums, half a tile follows the other.
package gram
