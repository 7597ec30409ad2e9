// Package chart draws on a grid of terminal cells: text, frames, bars,
// sliders and line plots. A drawing is made with theme pens and painted once,
// at the end, in runs of equal pens.
//
// Line plots stand on ntcharts' braille grid and its line rasteriser, a grid a
// series, so that every cell has one owner. The painting is our own: ntcharts styles
// every cell by itself, which costs a frame.
package chart
