package tui

import (
	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
)

// Ranks of the header's facts: facts of a higher rank leave first. The design stays
// longest unless judgments are bought singly, because all figures depend on it.
const (
	rankForms = iota
	rankObjects
	rankAttributes
	rankCells
	rankSingles
	rankRaters
	rankRidge
	rankUnit
)

// headerFacts are the size of the data, how judgments are bought, and the ridge.
func headerFacts(r *core.Result) []panel.Fact {
	all := []panel.Fact{
		{Text: figure.CountOf(r.Objects, "object"), Rank: rankObjects},
		{Text: figure.CountOf(len(r.Attributes), "attribute"), Rank: rankAttributes},
		{Text: screen.CellsFact(r), Rank: rankCells},
	}
	design := panel.Fact{Text: chart.Clean(r.Design.Words()), Short: briefDesign(&r.Design), Rank: rankForms}
	if r.Design.Singles() {
		design.Rank = rankSingles
	}
	all = append(all, design)
	if r.Design.Singles() || r.Raters == model.RatersPaper { // else the design says it
		all = append(all, panel.Fact{Text: "raters " + string(r.Raters), Rank: rankRaters})
	}
	if text := screen.RidgeFact(r); text != "" {
		all = append(all, panel.Fact{Text: text, Rank: rankRidge})
	}
	if unit := r.Data().PriceUnit; unit != "" {
		all = append(all, panel.Fact{Text: "budgets in " + chart.Clean(unit), Rank: rankUnit})
	}
	return all
}

// briefDesign is a design in a word or two, its panel included.
func briefDesign(d *core.Design) string {
	var text string
	switch d.Kind {
	case model.DesignSingle:
		text = "singles"
	case model.DesignForm:
		text = "form"
	case model.DesignCall:
		text = "call at " + d.Forms[0].Price.String()
	default:
		text = figure.CountOf(len(d.Forms), "form")
	}
	if d.Panel > 0 {
		text += ", panel"
	}
	return text
}
