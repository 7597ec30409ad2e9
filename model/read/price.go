package read

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model"
)

// priceColumn are the cells of a row that say what it cost.
type priceColumn struct {
	cost    int    // column; -1 where tokens say it
	tokens  [2]int // columns of tokens that went in and came out; -1 for none
	million [2]float64
	unit    string
}

// currencies that a header may name.
var currencies = strings.Fields("usd eur gbp chf jpy cny rub inr")

// tokenNames are the ends of headers, simplified, of tokens that went in and came out.
var tokenNames = [2][]string{
	strings.Fields("inputtokens prompttokens tokensin tokensinput promptntokens tokensusedprompt"),
	strings.Fields("outputtokens completiontokens tokensout tokensoutput tokensusedcompletion"),
}

// priceOf finds what a row of the file cost: by --token-price where there are tokens, or else a
// column of costs. It is nil for none.
func (c *collector) priceOf(r *roles) *priceColumn {
	p := &priceColumn{cost: -1, tokens: [2]int{-1, -1}}
	for i, h := range r.header {
		if r.profile[i].numbers == 0 || r.role[i] != unused || r.why[i].code == model.ReasonIgnored {
			continue
		}
		words, name := headerWords(h), simplify(h)
		for side, ends := range tokenNames {
			if p.tokens[side] < 0 && slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(name, end) }) {
				p.tokens[side] = i
			}
		}
		currency := slices.IndexFunc(words, func(w string) bool { return slices.Contains(currencies, w) })
		if p.cost < 0 && !slices.Contains(p.tokens[:], i) && (slices.Contains(words, "cost") || slices.Contains(words, "reward") || slices.Contains(currencies, name)) {
			if p.cost, p.unit = i, h; currency >= 0 {
				p.unit = strings.ToUpper(words[currency])
			}
		}
	}
	if r.hint != nil && r.hint.unit != "" {
		p.unit = r.hint.unit
	}
	if million, err := tokenPrice(r.opt.TokenPrice); err == nil && p.tokens[0] >= 0 && p.tokens[1] >= 0 {
		p.cost, p.million, p.unit = -1, million, "the unit of the token price"
		return p
	}
	if p.cost < 0 {
		return nil
	}
	r.set(p.cost, unused, why{code: model.ReasonMeasure, text: "gives the prices", remedy: model.Choose(model.OptionCost, "", "says another")})
	return p
}

// CheckTokenPrice returns an error if s is no value of [Options.TokenPrice].
func CheckTokenPrice(s string) error {
	_, err := tokenPrice(s)
	return err
}

// tokenPrice are the two prices of --token-price.
func tokenPrice(s string) (million [2]float64, err error) {
	in, out, two := strings.Cut(s, ",")
	for side, part := range []string{in, out} {
		v, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if million[side] = v; err != nil || !two || v < 0 || math.IsInf(v, 0) {
			return million, fmt.Errorf("%q is not a pair of prices: write what a million tokens in and a million tokens out cost, such as 0.15,0.60", s)
		}
	}
	return million, nil
}

// of returns what a row cost; NaN where it does not say.
func (p *priceColumn) of(cells []string) float64 {
	value := func(column int) float64 {
		if v, k := parseValue(cells[column]); k == number && v >= 0 {
			return v
		}
		return math.NaN()
	}
	switch {
	case p == nil:
		return math.NaN()
	case p.cost >= 0:
		return value(p.cost)
	}
	return (value(p.tokens[0])*p.million[0] + value(p.tokens[1])*p.million[1]) / 1e6
}

// add enters what a judgment cost.
func (p *priceColumn) add(to *collector, attribute int, cost float64) {
	if p == nil || math.IsNaN(cost) {
		return
	}
	for len(to.spent) <= attribute {
		to.spent = append(to.spent, mean{})
	}
	to.spent[attribute].n++
	to.spent[attribute].sum += cost
	to.unit = p.unit
}

// setPrices gives every attribute its mean price. One without any in the data costs what the others do on average.
func (c *collector) setPrices(d *model.Dataset) {
	const digits = 4 // of a mean price: more say nothing
	var all mean
	for _, s := range c.spent {
		if s.sum > 0 {
			all.n++
			all.sum += s.sum / s.n
		}
	}
	if all.n == 0 || all.sum/all.n < 1e-8 {
		return
	}
	var without []string
	for _, name := range d.Attributes {
		p := all.sum / all.n
		if a, _ := c.builder.KnownAttribute(name); a < len(c.spent) && c.spent[a].sum > 0 {
			p = c.spent[a].sum / c.spent[a].n
		} else {
			without = append(without, name)
		}
		p, _ = strconv.ParseFloat(strconv.FormatFloat(p, 'g', digits, 64), 64) // it was one
		amount, err := model.ParsePrice(strconv.FormatFloat(p, 'f', 9, 64))
		if err != nil {
			d.Prices = nil
			return
		}
		d.Prices = append(d.Prices, amount)
	}
	d.PriceUnit = c.unit
	if len(without) > 0 {
		d.Warnings = append(d.Warnings, model.Finding{Code: model.CodeNoPrice, Message: fmt.Sprintf(
			"the data give no price for %s: the mean of the others was taken", listSome(without)), Remedies: []model.Choice{model.Choose(model.OptionCost, "", "says another")}})
	}
}
