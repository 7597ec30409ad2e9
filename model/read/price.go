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
	cost            int // column; -1 where tokens say it
	in, out         int // columns of tokens; -1 for none
	inCost, outRate float64
	unit            string
}

// currencies that a header may name.
var currencies = strings.Fields("usd eur gbp chf jpy cny rub inr")

// tokensOf are the headers, simplified, of tokens that went in and came out.
var tokensIn, tokensOut = strings.Fields("inputtokens prompttokens tokensin tokensinput promptntokens tokensusedprompt"),
	strings.Fields("outputtokens completiontokens tokensout tokensoutput tokensusedcompletion")

// priceOf finds what a row of the file cost: by --token-price where there are tokens, or else a
// column of costs. It is nil for none.
func (c *collector) priceOf(r *roles) *priceColumn {
	p := &priceColumn{cost: -1, in: -1, out: -1}
	ends := func(name string, with []string) bool {
		return slices.ContainsFunc(with, func(w string) bool { return strings.HasSuffix(name, w) })
	}
	for i, h := range r.header {
		if r.profile[i].numbers == 0 || r.role[i] != unused || r.why[i].code == model.ReasonIgnored {
			continue
		}
		words, name := headerWords(h), simplify(h)
		switch {
		case ends(name, tokensIn) && p.in < 0:
			p.in = i
		case ends(name, tokensOut) && p.out < 0:
			p.out = i
		case (slices.Contains(words, "cost") || slices.Contains(words, "reward") || slices.Contains(currencies, name)) && p.cost < 0:
			p.cost = i
			p.unit = h
			for _, w := range words {
				if slices.Contains(currencies, w) {
					p.unit = strings.ToUpper(w)
				}
			}
		}
	}
	if r.hint != nil && r.hint.unit != "" {
		p.unit = r.hint.unit
	}
	if rates := r.opt.TokenPrice; rates != "" && p.in >= 0 && p.out >= 0 {
		in, out, _ := strings.Cut(rates, ",")
		p.inCost, _ = strconv.ParseFloat(strings.TrimSpace(in), 64) // both were checked
		p.outRate, _ = strconv.ParseFloat(strings.TrimSpace(out), 64)
		p.cost, p.unit = -1, "the unit of the token price"
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
	in, out, two := strings.Cut(s, ",")
	for _, part := range []string{in, out} {
		if v, err := strconv.ParseFloat(strings.TrimSpace(part), 64); err != nil || !two || v < 0 || math.IsInf(v, 0) {
			return fmt.Errorf("%q is not a pair of prices: write what a million tokens in and a million tokens out cost, such as 0.15,0.60", s)
		}
	}
	return nil
}

// of returns what a row cost; NaN where it does not say.
func (p *priceColumn) of(cells []string) float64 {
	if p == nil {
		return math.NaN()
	}
	value := func(column int) float64 {
		if v, k := parseValue(cells[column]); k == number && v >= 0 {
			return v
		}
		return math.NaN()
	}
	if p.cost >= 0 {
		return value(p.cost)
	}
	return (value(p.in)*p.inCost + value(p.out)*p.outRate) / 1e6
}

// priceDigits are the digits of a mean price that are kept: more say nothing.
const priceDigits = 4

// spent sums what the judgments of an attribute cost.
type spent struct{ n, sum float64 }

// add enters what a judgment cost.
func (p *priceColumn) add(to *collector, attribute int, cost float64) {
	if p == nil || math.IsNaN(cost) {
		return
	}
	for len(to.spent) <= attribute {
		to.spent = append(to.spent, spent{})
	}
	to.spent[attribute].n++
	to.spent[attribute].sum += cost
	to.unit = p.unit
}

// setPrices gives every attribute its mean price. One without any in the data
// costs what the others do on average.
func (c *collector) setPrices(d *model.Dataset) {
	var all spent
	price := make(map[string]float64)
	for a, name := range c.builder.Attributes() {
		if a < len(c.spent) && c.spent[a].n > 0 && c.spent[a].sum > 0 {
			price[name] = c.spent[a].sum / c.spent[a].n
			all.n++
			all.sum += price[name]
		}
	}
	if all.n == 0 || all.sum/all.n < 1e-8 {
		return
	}
	var without []string
	for _, name := range d.Attributes {
		p, has := price[name]
		if !has {
			p = all.sum / all.n
			without = append(without, name)
		}
		p, _ = strconv.ParseFloat(strconv.FormatFloat(p, 'g', priceDigits, 64), 64) // it was one
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
			"the data give no price for %s: the mean of the others was taken", listSome(without)), Remedies: []model.Remedy{model.Choose(model.OptionCost, "", "says another")}})
	}
}
