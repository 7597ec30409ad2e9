package model

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Raters says how judgments by the same rater are treated (docs/research/method.md section
// 11; --raters).
type Raters string

// The modes of --raters.
const (
	RatersAuto  Raters = "auto"  // paper without rater ids, fixed for a panel, otherwise aware
	RatersAware Raters = "aware" // raters are random, and shared between attributes
	RatersPaper Raters = "paper" // every judgment by a fresh rater, as S&K assume
	RatersFixed Raters = "fixed" // the same panel will judge future objects
)

// Projection says how Σ is moved to the nearest positive semi-definite matrix
// (--psd).
type Projection string

// The forms of --psd.
const (
	ProjectScaled Projection = "scaled" // in standardised units: the choice does not depend on units
	ProjectPaper  Projection = "paper"  // on the raw scale, as in S&K section 3.4
	ProjectLabel  Projection = "label"  // in standardised units, together with b and Var(y): no projected loss is below 0
)

// Who gives the label, here and of new objects (--label-by). Errors of judgments and label go together
// where the same raters give both.
const (
	LabelByUnknown = "unknown" // the data are looked at for signs of the same raters
	LabelBySame    = "same"    // the raters of the judgments, of new objects too
	LabelByOthers  = "others"  // other raters, or a measurement
)

// Shrink says what takes the place of the paper's label covariance b (--shrink).
type Shrink string

// The values of --shrink.
const (
	ShrinkAuto Shrink = "auto" // b̃, what the pilot can vouch for: the posterior of b (docs/research/small_pilots.md)
	ShrinkNone Shrink = "none" // the paper's b
)

// oneOf reads one of a few words.
func oneOf[T ~string](s string, accepted ...T) (T, error) {
	var names []string
	for _, a := range accepted {
		if string(a) == s {
			return a, nil
		}
		names = append(names, string(a))
	}
	return "", fmt.Errorf("%q is not known: accepted are %s", s, strings.Join(names, ", "))
}

// Settings are the choices of a user that decide what is computed from a data
// set. They are one immutable value: the With methods return a changed copy
// and share nothing that could be written, so a Settings is its own undo
// record. The zero value is the default for every field.
type Settings struct {
	Label string // name of the label; "" = the first
	// Ordered names the classes of the label from low to high; nil is as the data have them.
	Ordered []string
	Also    []Further  // labels that the same judgments are to predict besides
	Raters  Raters     // "" = auto
	Design  Design     // how judgments are bought; its zero value is auto
	PSD     Projection // "" = scaled
	Shrink  Shrink     // "" = auto
	LabelBy string     // "" = unknown
	Ridge   float64    // λ >= 0; 0 is the paper's form without parameters
	// AutoRidge says that λ is to be chosen among Ridges by the honest loss; in
	// the settings of an answer, that Ridge was.
	AutoRidge bool
	// MaxRepeats is the most judgments of any attribute without a limit of its
	// own: 1 or more, or one of AutoRepeats, CellRepeats and AnyRepeats.
	MaxRepeats int
	own        map[string]ownSettings // by attribute; none is the zero value
}

// ownSettings are what the user says of one attribute.
type ownSettings struct {
	cost        Amount // of one judgment; 0 where none was set
	excluded    bool
	limit       Limit
	reliability float64 // assumed, in (0,1]; 0 assumes nothing
}

// with returns s with what is said of an attribute changed.
func (s Settings) with(attribute string, change func(*ownSettings)) Settings {
	own := s.own[attribute]
	change(&own)
	s.own = maps.Clone(s.own)
	if s.own == nil {
		s.own = make(map[string]ownSettings)
	}
	if s.own[attribute] = own; own == (ownSettings{}) {
		delete(s.own, attribute)
	}
	return s
}

// Values of Settings.MaxRepeats that are no number of judgments.
const (
	AutoRepeats = -iota // no more than the pilot's objects hold, unless that costs much
	CellRepeats         // no more than the pilot's objects hold
	AnyRepeats          // any number
)

// RepeatsString is the text of MaxRepeats: a number, auto, cells or none.
func (s Settings) RepeatsString() string {
	return cmp.Or(repeatWords[s.MaxRepeats], strconv.Itoa(s.MaxRepeats))
}

// repeatWords are the texts of the values of Settings.MaxRepeats that are no number.
var repeatWords = map[int]string{AutoRepeats: "auto", CellRepeats: "cells", AnyRepeats: "none"}

// Further is a label besides the first that the same judgments predict.
type Further struct {
	Name   string
	Weight float64 // of its loss, as a share of its variance; the first label's is 1
}

// WithFurther returns s with one more label to predict.
func (s Settings) WithFurther(f Further) Settings {
	s.Also = append(slices.Clone(s.Also), f)
	return s
}

// Limit bounds the repeats of one attribute.
type Limit struct {
	Min int // at least, paid first; 0 for none
	Max int // at most; 0 for any number
}

// String is the form that ParseLimit reads: "3", "3..8", "..5", "2..", or ""
// for no limit.
func (l Limit) String() string {
	switch {
	case l == Limit{}:
		return ""
	case l.Min == l.Max:
		return strconv.Itoa(l.Min)
	case l.Min == 0:
		return ".." + strconv.Itoa(l.Max)
	case l.Max == 0:
		return strconv.Itoa(l.Min) + ".."
	}
	return strconv.Itoa(l.Min) + ".." + strconv.Itoa(l.Max)
}

// MostRepeats is the largest limit on the repeats of an attribute.
const MostRepeats = 1_000_000

// ParseLimit reads least and most repeats: "3" for exactly 3, "3..8", "3.." for
// at least, "..5" for at most; "" is no limit.
func ParseLimit(s string) (Limit, error) {
	least, most, span := strings.Cut(s, "..")
	if !span {
		most = least
	}
	var l Limit
	for _, b := range []struct {
		text string
		to   *int
	}{{least, &l.Min}, {most, &l.Max}} {
		if b.text == "" {
			continue
		}
		n, err := strconv.Atoi(b.text)
		if err != nil || n < 0 || n > MostRepeats {
			return Limit{}, fmt.Errorf("%q is not a number of judgments: write 3, 3..8, 3.. or ..5", b.text)
		}
		*b.to = n
	}
	if !span && s != "" && l.Max == 0 || span && most != "" && l.Max == 0 {
		return Limit{}, fmt.Errorf("no judgments at all: exclude the attribute instead")
	}
	if l.Max != 0 && l.Max < l.Min {
		return Limit{}, fmt.Errorf("at least %d and at most %d judgments cannot both be", l.Min, l.Max)
	}
	return l, nil
}

// WithLimit returns s with the repeats of an attribute bounded; the zero Limit
// takes the bounds away.
func (s Settings) WithLimit(attribute string, l Limit) Settings {
	return s.with(attribute, func(o *ownSettings) { o.limit = l })
}

// OwnLimit returns the bounds set for an attribute itself.
func (s Settings) OwnLimit(attribute string) Limit { return s.own[attribute].limit }

// CheckLimits refuses bounds that contradict each other.
func (s Settings) CheckLimits(attributes []string) error {
	for _, name := range attributes {
		if l := s.OwnLimit(name); l.Max != 0 && l.Max < l.Min {
			return fmt.Errorf("%s: at least %d and at most %d judgments cannot both be", name, l.Min, l.Max)
		}
	}
	return nil
}

// ParseReliability reads the reliability of a judgment: a number above 0, at most 1.
func ParseReliability(s string) (float64, error) {
	r, err := strconv.ParseFloat(s, 64)
	if err != nil || !(r > 0 && r <= 1) {
		return 0, fmt.Errorf("%q is no reliability: write a number above 0, at most 1, such as 0.5", s)
	}
	return r, nil
}

// WithReliability returns s with the reliability of one judgment of an attribute assumed, in
// (0,1]; 0 assumes nothing.
func (s Settings) WithReliability(attribute string, r float64) Settings {
	return s.with(attribute, func(o *ownSettings) { o.reliability = r })
}

// Reliability returns the reliability assumed for an attribute, 0 for none.
func (s Settings) Reliability(attribute string) float64 { return s.own[attribute].reliability }

// Shrunk is Shrink with its default in place of "".
func (s Settings) Shrunk() Shrink { return cmp.Or(s.Shrink, ShrinkAuto) }

// LabelGivenBy is LabelBy with its default in place of "".
func (s Settings) LabelGivenBy() string { return cmp.Or(s.LabelBy, LabelByUnknown) }

// Ridges are the λ that an automatic ridge is chosen from, rising (docs/research/method.md
// section 6).
func Ridges() []float64 { return []float64{0, .01, .03, .1, .3, 1, 3, 10} }

// ParseRidge reads λ: a finite number, 0 or more, or "auto".
func ParseRidge(s string) (lambda float64, auto bool, err error) {
	if s == "auto" {
		return 0, true, nil
	}
	lambda, err = strconv.ParseFloat(s, 64)
	if err != nil || !(lambda >= 0) || math.IsInf(lambda, 0) {
		return 0, false, fmt.Errorf("%q is no ridge: write a number from 0 on, such as 0.1, or auto", s)
	}
	return lambda, false, nil
}

// RidgeString is the form that ParseRidge reads.
func (s Settings) RidgeString() string {
	if s.AutoRidge {
		return "auto"
	}
	return strconv.FormatFloat(s.Ridge, 'g', -1, 64)
}

// Limit returns the bounds of an attribute, MaxRepeats included.
func (s Settings) Limit(attribute string) Limit {
	l := s.OwnLimit(attribute)
	if l.Max == 0 && s.MaxRepeats > 0 {
		l.Max = max(s.MaxRepeats, l.Min) // what is said of one attribute wins
	}
	return l
}

// WithCost returns s with the price of one judgment of an attribute set.
func (s Settings) WithCost(attribute string, price Amount) Settings {
	return s.with(attribute, func(o *ownSettings) { o.cost = price })
}

// WithExcluded returns s with the attribute left out of, or back in, the
// candidates.
func (s Settings) WithExcluded(attribute string, out bool) Settings {
	return s.with(attribute, func(o *ownSettings) { o.excluded = out })
}

// Cost returns the price set for an attribute, and false where none was set.
func (s Settings) Cost(attribute string) (Amount, bool) {
	c := s.own[attribute].cost
	return c, c > 0
}

// Excluded tells whether the user left the attribute out.
func (s Settings) Excluded(attribute string) bool { return s.own[attribute].excluded }

// Equal tells whether two settings would compute the same.
func (s Settings) Equal(o Settings) bool {
	return s.Label == o.Label && slices.Equal(s.Also, o.Also) && slices.Equal(s.Ordered, o.Ordered) && s.Raters == o.Raters && s.Design.Equal(o.Design) && s.PSD == o.PSD &&
		s.Shrunk() == o.Shrunk() && s.LabelGivenBy() == o.LabelGivenBy() && s.RidgeString() == o.RidgeString() && s.MaxRepeats == o.MaxRepeats &&
		maps.Equal(s.own, o.own)
}
