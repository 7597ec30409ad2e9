package chart

import "fms-tui/tui/theme"

// glyph is the rune that a set of glyphs has for another one: of the same width, so
// that layouts do not change.
func glyph(of theme.Glyphs, r rune) rune {
	switch {
	case r < 0x7f || of == theme.Braille:
		return r
	case r >= 0x2800 && r <= 0x28ff:
		if of == theme.Block {
			return quadrants(r)
		}
		return specks(r)
	case of == theme.Block:
		return r
	}
	if plain, ok := inASCII[r]; ok {
		return plain
	}
	switch {
	case r >= 0x2500 && r <= 0x257f:
		return '+'
	case r >= 0x2580 && r <= 0x259f:
		return '#'
	}
	return '?'
}

// The dots of a braille rune are bits: 1 2 3 7 on the left, 4 5 6 8 on the right,
// from the top.
const (
	topLeft, bottomLeft   = 0x01 | 0x02, 0x04 | 0x40
	topRight, bottomRight = 0x08 | 0x10, 0x20 | 0x80
)

// quadrants draws a braille rune as quarters of the cell, each filled that has a dot.
func quadrants(r rune) rune {
	at := 0
	for i, bits := range []rune{topLeft, topRight, bottomLeft, bottomRight} {
		if (r-0x2800)&bits != 0 {
			at |= 1 << i
		}
	}
	return []rune(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")[at]
}

// specks draws a braille rune as a mark at the height of its dots.
func specks(r rune) rune {
	above, below := (r-0x2800)&(topLeft|topRight) != 0, (r-0x2800)&(bottomLeft|bottomRight) != 0
	switch {
	case above && below:
		return ':'
	case above:
		return '\''
	case below:
		return '.'
	}
	return ' '
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
