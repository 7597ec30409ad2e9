package chart

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"fms-tui/tui/theme"
)

// String paints the whole grid behind the canvas, as lines joined by "\n". Every line is exactly as
// wide as the grid, switches pens where they change, and ends with plain text switched on.
func (c *Canvas) String(th *theme.Theme) string {
	g := c.grid
	buf := make([]byte, 0, g.h*(g.w*4+32))
	for y := range g.h {
		if y > 0 {
			buf = append(buf, '\n')
		}
		start := len(buf)
		var exotic bool
		buf, exotic = g.paintRow(buf, th, y, false)
		// Characters of some scripts join with a neighbour's cell when written
		// side by side. A row that then measures wrong loses them.
		if exotic && ansi.StringWidth(string(buf[start:])) != g.w {
			buf, _ = g.paintRow(buf[:start], th, y, true)
		}
	}
	return string(buf)
}

// paintRow appends row y and reports whether it holds exotic characters, which are replaced by '?' on request.
func (g *grid) paintRow(buf []byte, th *theme.Theme, y int, replace bool) ([]byte, bool) {
	pen, exotic := theme.Text, false
	row := g.cells[y*g.w : (y+1)*g.w]
	for x, cl := range row {
		if cl.r == second {
			continue
		}
		if cl.pen != pen {
			pen = cl.pen
			buf = append(buf, th.SGR(pen)...)
		}
		if set := th.Glyphs; set != theme.Braille && cl.r != 0 {
			if g.wide(x, y) && set == theme.ASCII {
				buf = append(buf, "??"...)
				continue
			}
			if cl.r < second {
				cl.r, _ = utf8.DecodeRuneInString(g.clusters[second-1-cl.r])
			}
			cl.r = glyph(set, cl.r)
			if here, before := inTwo(row, x), inTwo(row, x-1); set == theme.ASCII && here != "" {
				cl.r = rune(here[0])
			} else if set == theme.ASCII && before != "" {
				cl.r = rune(before[1])
			}
		}
		switch {
		case cl.r == 0:
			buf = append(buf, ' ')
		// what stands for itself beside any neighbour: Latin, Greek, Cyrillic, punctuation, arrows,
		// signs, lines, braille
		case cl.r >= ' ' && cl.r < 0x300 || cl.r >= 0x370 && cl.r < 0x483 || cl.r >= 0x2010 && cl.r < 0x2900:
			buf = utf8.AppendRune(buf, cl.r)
		case !replace:
			exotic = true
			buf = g.appendRune(buf, cl.r)
		case x+1 < len(row) && row[x+1].r == second:
			buf = append(buf, "??"...)
		default:
			buf = append(buf, '?')
		}
	}
	if pen != theme.Text {
		buf = append(buf, th.SGR(theme.Text)...)
	}
	return buf, exotic
}

func (g *grid) wide(x, y int) bool { return x+1 < g.w && g.cells[y*g.w+x+1].r == second }

func (g *grid) appendRune(buf []byte, r rune) []byte {
	if r < second {
		return append(buf, g.clusters[second-1-r]...)
	}
	return utf8.AppendRune(buf, r)
}

// Strip returns the text of painted lines without escape sequences, for plain
// output, with blanks at the line ends cut off.
func Strip(painted string) string {
	lines := strings.Split(ansi.Strip(painted), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// glyph is the rune that a set of glyphs has for another one: of the same width, so that layouts do not change.
func glyph(of theme.Glyphs, r rune) rune {
	switch {
	case r < 0x7f || of == theme.Braille:
		return r
	case r >= 0x2800 && r <= 0x28ff:
		if of == theme.Block { // quarters of the cell, each filled that has a dot
			return dotted(r, " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█", 0x01|0x02, 0x08|0x10, 0x04|0x40, 0x20|0x80)
		}
		return dotted(r, " '.:", 0x01|0x02|0x08|0x10, 0x04|0x40|0x20|0x80) // at the height of the dots
	case of == theme.Block:
		return r
	case inASCII[r] != 0:
		return inASCII[r]
	case r >= 0x2500 && r <= 0x257f:
		return '+'
	case r >= 0x2580 && r <= 0x259f:
		return '#'
	}
	return '?'
}

// dotted is the sign for a braille rune by which of its parts, sets of dots, have a dot. The dots of
// a braille rune are bits: 1 2 3 7 on the left, 4 5 6 8 on the right, from the top.
func dotted(r rune, signs string, parts ...rune) rune {
	at := 0
	for i, bits := range parts {
		if (r-0x2800)&bits != 0 {
			at |= 1 << i
		}
	}
	return []rune(signs)[at]
}

// inTwo is the sign at x of a row that in ASCII takes the blank behind it, too; "" for none.
func inTwo(row []cell, x int) string {
	blank := func(x int) bool { return x >= 0 && x < len(row) && (row[x].r == ' ' || row[x].r == 0) }
	switch {
	case x >= 0 && row[x].r == '±' && blank(x+1):
		return "+-"
	case x >= 0 && row[x].r == '→' && blank(x-1) && blank(x+1):
		return "->"
	}
	return ""
}

var inASCII = map[rune]rune{
	'✓': '+', '±': '~', '²': '2', '·': '.', '×': 'x', 'λ': 'l', 'σ': 's', 'τ': 't', 'Ŝ': 'S', '–': '-', '…': '_', '₀': '0', '₁': '1', '−': '-', '√': 'V', '≈': '~', '≤': '<', '≥': '>',
	'←': '<', '→': '>', '↑': '^', '↓': 'v', '▸': '>', '▾': 'v', '▴': '^', '▲': '^', '◇': 'o', '■': '#', '□': 'o', '○': 'o', '●': '*',
	'─': '-', '━': '=', '┄': '-', '╌': '-', '╍': '=', '╸': '=', '╺': '=', '╴': '-', '╶': '-', '│': '|', '┃': '|', '╎': '|', '┆': '|', '╵': '|', '╷': '|',
	'░': ':', '▒': '%', '▓': '#', '▁': '_', '▂': '_', '▃': '_', '▄': '_', '▀': '"', '▏': '|', '▎': '|', '▍': '|', '▕': '|', '▐': '#',
}
