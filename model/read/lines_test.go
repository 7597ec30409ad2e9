package read

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func cut(s string) string { return s[:min(len(s), 2000)] }

// randomLines writes a file larger than what is looked at ahead.
func randomLines(rng *rand.Rand) (text string, quoted bool) {
	var b strings.Builder
	end := []string{"\n", "\r\n"}[rng.IntN(2)]
	odd := []float64{0, .0005, .01}[rng.IntN(3)]
	quoted = rng.IntN(4) == 0
	cell := func() string {
		if rng.Float64() < odd {
			return []string{"", "NA", "yes", "word", "1e3", "1,5", " 4 ", "-0", "0.1234567890123456789", "inf", "1e999", "+.5", "5.", "."}[rng.IntN(14)]
		}
		return strconv.FormatFloat(rng.NormFloat64(), 'f', rng.IntN(17), 64)
	}
	layout := rng.IntN(3)
	b.WriteString([]string{"object,attribute,judgment,rater,label", "object,rater,label,p,q,r,s", "object,label,p.1,p.2,q.1,q.2"}[layout] + end)
	for i := range 1100 + rng.IntN(1000) {
		o := i / 4
		switch layout {
		case 0:
			fmt.Fprintf(&b, "o%d,a%d,%s,w%d,%d", o, i%3, cell(), rng.IntN(5), o%7)
		case 1:
			fmt.Fprintf(&b, "o%d,w%d,%d,%s,%s,%s,%s", o, i%4, o%7, cell(), cell(), cell(), cell())
		default:
			fmt.Fprintf(&b, "o%d,%d,%s,%s,%s,%s", i, i%7, cell(), cell(), cell(), cell())
		}
		if rng.Float64() < odd/4 {
			b.WriteString(",more")
		}
		b.WriteString(end)
		if rng.Float64() < odd {
			b.WriteString([]string{end, ",,,,,,"[:[]int{4, 6, 5}[layout]] + end}[rng.IntN(2)])
		}
		if quoted && rng.IntN(1000) == 0 {
			fmt.Fprintf(&b, "\"o%d\"%s%s", o, strings.Repeat(",", []int{4, 6, 5}[layout]), end)
		}
	}
	return strings.TrimSuffix(b.String(), end), quoted
}

// TestLinesFail stops reading in the middle: what a reader says, and what is no text,
// is told after the rows before it.
func TestLinesFail(t *testing.T) {
	rows := "object,attribute,judgment,rater\n" + strings.Repeat("o,a,1,w\n", 9000) // beyond what the encoding is guessed from
	broken := errors.New("broken")
	for name, s := range map[string]Source{
		"reader": {Name: "d.csv", Open: func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(strings.NewReader(rows+"o,a,2"), failing{broken})), nil
		}},
		"text": Bytes("d.csv", []byte(rows+"o,a,\xff,w\n")),
		"word": Bytes("d.csv", []byte(rows+strings.Repeat("o,a,inf,w\n", 2)+"\x00")),
	} {
		if _, err := fromSources(t.Context(), []Source{s}, nil, Options{}); err == nil || !strings.Contains(err.Error(), ":9002") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestParseDecimal: what it takes is what strconv says, to the bit, and it takes plain decimals.
func TestParseDecimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, s := range []string{"", "-", "+", ".", "-.", "1e3", "1.2.3", "0x1", "1_0", "Inf", "nan", "1234567890123456", "1 "} {
		if v, ok := parseDecimal(s); ok {
			t.Errorf("%q is read as %g", s, v)
		}
	}
	for _, s := range []string{"-0", "0", "+5", ".5", "5.", "-12.50", "123456789012345", "0.00000000000001"} {
		if want, err := strconv.ParseFloat(s, 64); err != nil || !same(s, want) {
			t.Errorf("%q is not read as %g", s, want)
		}
	}
	for range 20000 {
		s := strconv.FormatFloat(rng.NormFloat64()*math.Pow(10, float64(rng.IntN(7))), 'f', rng.IntN(8), 64)
		if want, _ := strconv.ParseFloat(s, 64); !same(s, want) {
			t.Fatalf("%q is not read as %g", s, want)
		}
	}
}

func same(s string, want float64) bool {
	got, ok := parseDecimal(s)
	return ok && math.Float64bits(got) == math.Float64bits(want)
}
