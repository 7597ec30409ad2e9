package model

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestParseAmount(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Amount
	}{
		{"0", 0},
		{"1", Unit},
		{"4", 4 * Unit},
		{"0.25", Unit / 4},
		{"12.5", 25 * Unit / 2},
		{".5", Unit / 2},
		{"5.", 5 * Unit},
		{"007", 7 * Unit},
		{"0.1", 100_000_000},
		{"0.000000001", 1},
		{"1.000000000000", Unit},
		{"4000000000", MaxAmount},
		{"3999999999.999999999", MaxAmount - 1},
	} {
		if got, err := ParseAmount(c.in); err != nil || got != c.want {
			t.Errorf("ParseAmount(%q) = %d, %v, want %d", c.in, got, err, c.want)
		}
	}
}

func TestParseAmountRefuses(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", "not a plain decimal"},
		{".", "not a plain decimal"},
		{"-1", "not a plain decimal"},
		{"+1", "not a plain decimal"},
		{"000", "write no comma between thousands"},
		{"1e3", "not a plain decimal"},
		{" 1", "not a plain decimal"},
		{"1 ", "not a plain decimal"},
		{"1,000", "not a plain decimal"},
		{"1.2.3", "not a plain decimal"},
		{"0x10", "not a plain decimal"},
		{"NaN", "not a plain decimal"},
		{"Inf", "not a plain decimal"},
		{"1_000", "not a plain decimal"},
		{"٣", "not a plain decimal"},
		{"0.0000000001", "more than 9 decimals"},
		{"4000000000.000000001", "larger than 4000000000"},
		{"9223372037", "larger than 4000000000"},
		{"18446744074", "larger than 4000000000"}, // would wrap around 2⁶⁴
		{strings.Repeat("9", 400), "larger than 4000000000"},
	} {
		got, err := ParseAmount(c.in)
		if err == nil {
			t.Errorf("ParseAmount(%q) = %s, want an error", c.in, got)
		} else if !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.in) {
			t.Errorf("ParseAmount(%q): %q does not say %q of %q", c.in, err, c.want, c.in)
		}
	}
}

func TestParsePrice(t *testing.T) {
	if got, err := ParsePrice("0.5"); got != Unit/2 || err != nil {
		t.Errorf("got %s, %v", got, err)
	}
	for _, s := range []string{"0", "0.0", "00"} {
		if _, err := ParsePrice(s); err == nil || !strings.Contains(err.Error(), "above 0") {
			t.Errorf("ParsePrice(%q): %v, want that it says what to write", s, err)
		}
	}
	if _, err := ParsePrice("x"); err == nil || !strings.Contains(err.Error(), "plain decimal") {
		t.Errorf("ParsePrice(x): %v", err)
	}
}

// TestExactly: ten judgments at 0.1 cost 1, which binary floats deny.
func TestExactly(t *testing.T) {
	tenth, err := ParsePrice("0.1")
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := tenth.Times(10); p != Unit || !ok {
		t.Errorf("10 × 0.1 = %s, %v", p, ok)
	}
	var sum Amount
	for range 10 {
		sum += tenth
	}
	if sum != Units(1) {
		t.Errorf("0.1 ten times is %s", sum)
	}
	if f := (3 * tenth).Float(); f != 0.3 {
		t.Errorf("3 × 0.1 is %v as a float, want the nearest to 0.3", f)
	}
}

func TestTimes(t *testing.T) {
	for _, c := range []struct {
		a    Amount
		n    int
		want Amount
		ok   bool
	}{
		{0, 1 << 62, 0, true},
		{Unit, 0, 0, true},
		{Unit, 4_000_000_000, MaxAmount, true},
		{1, 4_000_000_000_000_000_000, MaxAmount, true},
	} {
		if got, ok := c.a.Times(c.n); got != c.want || ok != c.ok {
			t.Errorf("%s × %d = %s, %v, want %s, %v", c.a, c.n, got, ok, c.want, c.ok)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		a := Amount(rng.Int64N(int64(MaxAmount)+1) >> rng.IntN(62))
		n := int(rng.Uint64() >> (1 + rng.IntN(63)))
		want := new(big.Int).Mul(big.NewInt(int64(a)), big.NewInt(int64(n)))
		fits := want.Cmp(big.NewInt(int64(MaxAmount))) <= 0
		got, ok := a.Times(n)
		if ok != fits || ok && big.NewInt(int64(got)).Cmp(want) != 0 {
			t.Fatalf("%d × %d = %d, %v, want %s, %v", a, n, got, ok, want, fits)
		}
	}
}

func TestAmountString(t *testing.T) {
	for want, a := range map[string]Amount{
		"0": 0, "1": Unit, "10": 10 * Unit, "0.5": Unit / 2, "0.000000001": 1,
		"1.05": Unit + Unit/20, "4000000000": MaxAmount, "-0.25": -Unit / 4, "-3": -3 * Unit,
	} {
		if got := a.String(); got != want {
			t.Errorf("%d prints %q, want %q", int64(a), got, want)
		}
	}
}

func TestAmountJSON(t *testing.T) {
	type priced struct {
		Cost Amount            `json:"cost"`
		All  map[string]Amount `json:"all"`
	}
	in := priced{Cost: 12_345_678_901, All: map[string]Amount{"a": Unit / 10, "b": MaxAmount - 1}}
	const text = `{"cost":12.345678901,"all":{"a":0.1,"b":3999999999.999999999}}`
	b, err := json.Marshal(in)
	if err != nil || string(b) != text {
		t.Fatalf("got %s, %v, want %s", b, err, text)
	}
	var out priced
	if err := json.Unmarshal(b, &out); err != nil || out.Cost != in.Cost || out.All["a"] != in.All["a"] || out.All["b"] != in.All["b"] {
		t.Errorf("read back as %+v, %v", out, err)
	}
	for _, bad := range []string{`{"cost":-1}`, `{"cost":1e2}`, `{"cost":"1"}`, `{"cost":true}`, `{"cost":5000000000}`} {
		if err := json.Unmarshal([]byte(bad), &out); err == nil {
			t.Errorf("%s was accepted as %s", bad, out.Cost)
		}
	}
}

// FuzzAmount: what ParseAmount reads is the decimal that was written, within
// bounds, and String is the shortest that reads back.
func FuzzAmount(f *testing.F) {
	for _, s := range []string{"0", "1", "0.1", ".5", "5.", "12.345678901", "4000000000", "4000000000.1", "1e9", "-1", "0.0000000001", "00.10"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := ParseAmount(s)
		if err != nil {
			if !strings.Contains(err.Error(), "decimal") && !strings.Contains(err.Error(), "larger") {
				t.Fatalf("%q: error %q says nothing", s, err)
			}
			return
		}
		if a < 0 || a > MaxAmount {
			t.Fatalf("%q is read as %s", s, a)
		}
		want, ok := new(big.Rat).SetString("0" + strings.TrimSuffix(s, "."))
		if !ok || want.Cmp(big.NewRat(int64(a), int64(Unit))) != 0 {
			t.Fatalf("%q is read as %d billionths", s, a)
		}
		text := a.String()
		if again, err := ParseAmount(text); err != nil || again != a {
			t.Fatalf("%q prints %q, which reads as %s, %v", s, text, again, err)
		}
		if strings.Contains(text, ".") && strings.HasSuffix(text, "0") || strings.HasSuffix(text, ".") {
			t.Fatalf("%q prints %q, which is not the shortest", s, text)
		}
	})
}
