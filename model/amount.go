package model

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Amount is an exact, non-negative decimal number of cost units: the price of one judgment, a budget, or money spent.
// It counts billionths of a unit, so that ten judgments at 0.1 cost exactly 1, which binary floats would deny.
//
// Valid amounts run from 0 to MaxAmount. A price of 0 is never valid; a budget of 0 buys nothing.
type Amount int64

const (
	// Unit is the amount 1.
	Unit Amount = 1e9
	// MaxAmount bounds a single price or budget. It leaves room to add one
	// price to one budget without overflowing an int64.
	MaxAmount Amount = 4e9 * Unit
	// amountDecimals is the number of digits after the decimal point that an Amount can hold.
	amountDecimals = 9
)

// Units returns the amount of n whole cost units.
func Units(n int) Amount { return Amount(n) * Unit }

// ParseAmount reads a plain decimal such as "4", "0.25" or "12.5". Signs, exponents, blanks and thousands separators
// are refused. Numbers with more than nine decimals or above 4000000000 are refused too.
func ParseAmount(s string) (Amount, error) {
	whole, frac, _ := strings.Cut(s, ".")
	if whole+frac == "" || !digitsOnly(whole) || !digitsOnly(frac) || whole == "000" {
		return 0, fmt.Errorf("%q is not a plain decimal number such as 4 or 0.25%s", s, whyNotPlain(s))
	}
	frac = strings.TrimRight(frac, "0")
	if len(frac) > amountDecimals {
		return 0, fmt.Errorf("%q has more than %d decimals", s, amountDecimals)
	}
	digits := whole + frac + strings.Repeat("0", amountDecimals-len(frac))
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || Amount(n) > MaxAmount {
		return 0, fmt.Errorf("%q is larger than %s", s, MaxAmount)
	}
	return Amount(n), nil
}

// whyNotPlain says what is wrong with a number that is not a plain decimal, "" if it is no number at all.
func whyNotPlain(s string) string {
	switch x, err := strconv.ParseFloat(s, 64); {
	case err != nil || x-x != 0:
		return ""
	case x < 0:
		return ": it is below 0"
	case s == "000":
		return ": write no comma between thousands"
	case x < MaxAmount.Float() && strings.ContainsAny(s, "eE"):
		return ": write " + strconv.FormatFloat(x, 'f', -1, 64)
	}
	return ": signs and exponents are not accepted"
}

// ParsePrice is ParseAmount for the price of a judgment, which must be above 0.
func ParsePrice(s string) (Amount, error) {
	a, err := ParseAmount(s)
	if err == nil && a == 0 {
		err = fmt.Errorf("%q is no price: write an amount above 0", s)
	}
	return a, err
}

func digitsOnly(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}

// Float returns the amount in cost units.
func (a Amount) Float() float64 { return float64(a) / float64(Unit) }

// String is the shortest decimal that ParseAmount reads back exactly.
func (a Amount) String() string {
	if a < 0 {
		return "-" + (-a).String()
	}
	whole, part := strconv.FormatInt(int64(a/Unit), 10), a%Unit
	if part == 0 {
		return whole
	}
	return whole + "." + strings.TrimRight(fmt.Sprintf("%09d", part), "0")
}

// MarshalJSON writes the amount as a JSON number with all its digits.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (a *Amount) UnmarshalJSON(b []byte) error {
	v, err := ParseAmount(string(b))
	if err != nil {
		return err
	}
	*a = v
	return nil
}

// MarshalText writes the amount as ParseAmount reads it.
func (a Amount) MarshalText() ([]byte, error) { return a.MarshalJSON() }

// UnmarshalText reads what MarshalText writes.
func (a *Amount) UnmarshalText(b []byte) error { return a.UnmarshalJSON(b) }

// Times returns n·a, and false when the product would exceed MaxAmount. n must not be negative.
func (a Amount) Times(n int) (Amount, bool) {
	if a != 0 && int64(n) > math.MaxInt64/int64(a) {
		return 0, false
	}
	p := a * Amount(n)
	return p, p <= MaxAmount
}
