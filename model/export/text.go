package export

import (
	"io"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"fms-tui/model"
)

// writeText writes a form that is built in memory: a predictor is small. Like
// JSON it refuses numbers that are not finite.
func writeText(w io.Writer, p model.Predictor, text func(b *strings.Builder) error) error {
	if err := finite(p); err != nil {
		return err
	}
	var b strings.Builder
	if err := text(&b); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// valid is a name in UTF-8, each byte that is none of it replaced as
// encoding/json does, so that all forms call an attribute the same.
func valid(name string) string { return string([]rune(name)) }

// oneLine is a text for people on one line, without what a terminal or a
// typesetter would obey.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(valid(s), func(r rune) bool {
		joiner := r == '\u200c' || r == '\u200d' // which some scripts are written with
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && !joiner
	}), " ")
}

// quoted is a text within a comment of a program: no character of it can end
// the line or be taken for another.
func quoted(s string) string { return strconv.QuoteToASCII(valid(s)) }

// rounded is a figure for people: four digits say more than the sample does.
func rounded(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// losses lists what a predictor is worth, as pairs of a name and a figure.
func losses(p model.Predictor) [][2]string {
	list := [][2]string{
		{"variance of the label", rounded(p.LabelVariance)},
		{"projected loss", rounded(p.ProjectedLoss)},
	}
	if p.HonestLoss != nil {
		honest := rounded(*p.HonestLoss)
		if p.HonestLossSE != nil {
			honest += " ± " + rounded(*p.HonestLossSE)
		}
		list = append(list, [2]string{"honest (cross-validated) loss", honest})
	}
	return list
}

// doubts are the predictor's warnings that its losses are not to be believed, in
// order: each form says them beside the losses.
func doubts(p model.Predictor) []string {
	var list []string
	for _, w := range p.Warnings {
		if w.Code == model.CodeRefuted || w.Code == model.CodeHonestBelowZero || w.Code == model.CodeHonestBelowNoise {
			list = append(list, oneLine(w.Message))
		}
	}
	return list
}

// offsetsOf are the raters of an attribute who are off, sorted; nil unless the
// panel is fixed.
func offsetsOf(p model.Predictor, attribute string) []raterOffset {
	if p.Raters.Mode != model.RatersFixed {
		return nil
	}
	var list []raterOffset
	for rater, x := range p.Raters.Offsets[attribute] {
		list = append(list, raterOffset{attribute, valid(rater), x})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Rater < list[j].Rater })
	return list
}

// raterOffset is what a rater's judgments of an attribute are off.
type raterOffset struct {
	Attribute, Rater string
	Offset           float64
}
