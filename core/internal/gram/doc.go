// Package gram adds products XᵀX of tall matrices to square ones: the sums over
// objects that all moments are made of, and most of the time that many attributes
// take. From the same products it makes triangular factors and solves with them.
//
// # Tiles
//
// Columns are packed into panels of eight, row after row. A tile is the products of the
// columns of two panels: its 64 sums stay in registers while both panels are read once,
// at most chunk rows of them, so that both fit in the processor's nearest cache. Half
// a tile follows the other: so many sums fit in the registers of AVX. Processors with fused
// products round once where others round twice: last digits may differ between machines.
package gram
