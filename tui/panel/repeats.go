package panel

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"strconv"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// RepeatRow is one attribute that some algorithm chose.
type RepeatRow struct {
	Name    string
	Repeats []int // by algorithm, in the order of Repeats.Algorithms
	Cursor  bool  // the attribute selected in the table
	// Reference are its repeats at the reference budget, as Repeats; nil for none.
	Reference []int
	// Form heads the rows below it, up to the next form: what each algorithm buys of
	// it stands in place of bars, and Name is the form's. nil for an attribute.
	Form []FormRow
}

// attributes counts the rows of attributes.
func attributes(rows []RepeatRow) (n int) {
	for i := range rows {
		if rows[i].Form == nil {
			n++
		}
	}
	return n
}

// Repeats shows the algorithms' repeats side by side.
type Repeats struct {
	Budget     string
	Algorithms []string
	Active     int // index of the active algorithm
	Rows       []RepeatRow
	Offset     int // first row shown
	Boxed      bool
	Reference  string // budget to compare with; "" for none
	Focus      bool
	None       string // said in place of the rows where there are none; "" is that nothing is bought
}

func (r *Repeats) title() string {
	if r.Reference != "" {
		return "Repeats at B=" + r.Budget + ", ◇ at B=" + r.Reference
	}
	return "Repeats at B=" + r.Budget
}

// columns returns the width of the names and of one algorithm's bars, and
// where the bars begin, for an inner width.
func (r *Repeats) columns(w int) (name, bar int) {
	for i := range r.Rows {
		name = max(name, chart.Width(r.Rows[i].Name))
	}
	n := max(len(r.Algorithms), 1)
	name = min(max(name, len("attribute")), nameMost, max(w-n*minBar, 8))
	return name, max((w-name)/n-2, 1)
}

// minBar is the least width of a column of bars with its gap.
const minBar = 12

// HeadAt returns the index of the algorithm whose column of a panel of the
// given width is at (x, y) of the panel's head line, or -1.
func (r *Repeats) HeadAt(x, y, w int) int {
	edge := 0
	if r.Boxed {
		edge = 1
	}
	name, bar := r.columns(w - 2*edge)
	if y != 1 {
		return -1
	}
	for i := range r.Algorithms {
		from := edge + name + 2 + i*(bar+2)
		if x >= from-1 && x < from+bar {
			return i
		}
	}
	return -1
}

// Draw draws the panel.
func (r *Repeats) Draw(c *chart.Canvas) {
	w, h := c.Size()
	inner := image.Rect(0, 1, w, h)
	if r.Boxed {
		inner = c.Box(c.Bounds(), r.title(), border(r.Focus), theme.Title)
	} else {
		c.TextMax(0, 0, r.title(), w, theme.Title)
	}
	if inner.Dy() < 1 || inner.Dx() < 8 {
		return
	}
	in := c.Sub(inner)
	name, bar := r.columns(inner.Dx())
	in.TextMax(0, 0, "attribute", name, theme.Muted)
	for i, a := range r.Algorithms {
		x := name + 2 + i*(bar+2)
		if i == r.Active {
			in.Text(x-1, 0, "▸", AlgorithmPen(a))
		}
		in.TextMax(x, 0, a, bar, AlgorithmPen(a))
	}
	r.drawRows(in, r.Visible(h), name, bar)
}

// Visible returns how many rows a panel h high shows; one line is kept to say
// that there are more.
func (r *Repeats) Visible(h int) int {
	room := h - 2
	if r.Boxed {
		room--
	}
	if len(r.Rows) > room {
		room--
	}
	return max(min(room, len(r.Rows)), 0)
}

// Clamp brings Offset into what a panel h high can show.
func (r *Repeats) Clamp(h int) {
	r.Offset = max(0, min(r.Offset, len(r.Rows)-r.Visible(h)))
}

// Reveal scrolls the selected row, if there is one, into a panel h high.
func (r *Repeats) Reveal(h int) {
	n := r.Visible(h)
	for i := range r.Rows {
		if r.Rows[i].Cursor && n > 0 {
			r.Offset = max(min(r.Offset, i), i-n+1)
		}
	}
}

// NameAt returns the attribute drawn at line y of a panel h high.
func (r *Repeats) NameAt(y, h int) (name string, ok bool) {
	i := y - 2
	if i < 0 || i >= r.Visible(h) || r.Offset+i >= len(r.Rows) {
		return "", false
	}
	for i += r.Offset; i < len(r.Rows); i++ { // a form stands for the first on it
		if r.Rows[i].Form == nil {
			return r.Rows[i].Name, true
		}
	}
	return "", false
}

func (r *Repeats) drawRows(in *chart.Canvas, shown, name, bar int) {
	w, h := in.Size()
	if len(r.Rows) == 0 && h > 1 {
		in.TextMax(0, 1, cmp.Or(r.None, "nothing is bought at this budget"), w, theme.Faint)
	}
	most := 1
	for i := range r.Rows {
		for _, n := range r.Rows[i].Repeats {
			most = max(most, n)
		}
		for _, n := range r.Rows[i].Reference {
			most = max(most, n)
		}
	}
	digits := len(strconv.Itoa(most))
	for i := range min(shown, len(r.Rows)-r.Offset) {
		row, y := &r.Rows[r.Offset+i], i+1
		if row.Form != nil {
			in.TextMax(0, y, cmp.Or(row.Form[0].Name, "bought singly"), name, theme.Title)
			for k := range row.Form {
				in.TextMax(name+2+k*(bar+2), y, row.Form[k].Bought(), bar, AlgorithmPen(r.Algorithms[k]))
			}
			continue
		}
		in.TextMax(0, y, row.Name, name, theme.Text)
		for k, n := range row.Repeats {
			width := bar - digits - 1
			if r.Reference != "" {
				width -= digits + 2
			}
			r.drawBar(in, name+2+k*(bar+2), y, width, k, n, float64(n)/float64(most))
			if k < len(row.Reference) {
				r.drawGhost(in, name+2+k*(bar+2), y, width, n, row.Reference[k], most)
			}
		}
		if row.Cursor {
			in.Restyle(image.Rect(0, y, w, y+1), theme.Pen.Selected)
		}
	}
	if shown < len(r.Rows) && h > shown+1 {
		in.TextMax(0, shown+1, fmt.Sprintf("%d–%d of %d attributes", attributes(r.Rows[:r.Offset])+1, attributes(r.Rows[:r.Offset+shown]), attributes(r.Rows)), w, theme.Muted)
	}
}

// drawGhost marks where the bar ended at the reference budget, and says by how
// much it differs.
func (r *Repeats) drawGhost(in *chart.Canvas, x, y, width, n, then, most int) {
	if width > 0 && then > 0 && then != n {
		in.Set(x+min(int(float64(then)/float64(most)*float64(width)), width-1), y, '◇', theme.Accent)
	}
	if d := n - then; d != 0 {
		pen := theme.Good
		if d < 0 {
			pen = theme.Bad
		}
		digits := len(strconv.Itoa(most))
		in.Text(x+width+digits+2, y, fmt.Sprintf("%+d", d), pen)
	}
}

// drawBar draws the repeats of one attribute by algorithm k, whose texture
// tells it from the others without colour.
func (r *Repeats) drawBar(in *chart.Canvas, x, y, width, k, n int, share float64) {
	if n == 0 {
		in.Text(x, y, "·", theme.Faint)
		return
	}
	pen := AlgorithmPen(r.Algorithms[k])
	used := 0
	if width > 0 {
		cells := share * float64(width)
		if k == 0 {
			in.Bar(x, y, width, share, pen)
			cells = math.Ceil(cells)
		} else {
			in.HatchedBar(x, y, width, share, pen)
			cells = max(math.Round(cells), 1)
		}
		used = int(cells) + 1
	}
	in.Text(x+used, y, strconv.Itoa(n), theme.Text)
}
