package model

import (
	"strconv"
	"strings"
)

// Harmless returns a cell that spreadsheets do not take for a formula. Text that begins with
// = + - @ or a control character gets an apostrophe before it, which spreadsheets do not
// show. Numbers stay as they are. Files that programs read back, such as predictors and
// labels, hold names unchanged.
func Harmless(cell string) string {
	if cell == "" || !strings.ContainsRune("=+-@\t\r\n", rune(cell[0])) {
		return cell
	}
	if _, err := strconv.ParseFloat(cell, 64); err == nil {
		return cell
	}
	return "'" + cell
}
