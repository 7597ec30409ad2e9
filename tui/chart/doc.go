// Package chart draws on a grid of terminal cells: text, frames, bars,
// sliders and line plots. A drawing is made with theme pens and painted once,
// at the end, in runs of equal pens.
//
// Line plots are braille dots with an owner a cell, by a rasteriser of our own:
// libraries style every cell by itself, which costs a frame.
package chart
