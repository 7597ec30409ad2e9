package handout

import (
	"html/template"
	"sync"

	"fms-tui/core/report/plot"
)

// layout is the page. Nothing in it has a style of its own: the policy would not apply
// it.
var layout = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{.Policy}}">
<meta name="generator" content="fms-tui">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{{.Page.Title}}</title>
<style>{{.Style}}</style>
</head>
<body>
<main>
<header>
<h1>{{.Page.Title}}</h1>
<p class="lead">{{.Page.Lead}}</p>
</header>
<section>
<p id="sentence">{{.Now.Sentence}}</p>
<dl class="facts">
<div><dt>budget</dt><dd id="budget">{{.Now.Budget}}</dd></div>
<div><dt>price</dt><dd id="price">{{.Now.Price}}</dd></div>
<div><dt><span class="kind">{{.Now.Kind}}</span> typical error</dt><dd id="error">{{.Now.Error}}</dd></div>
<div><dt><span class="kind">{{.Now.Kind}}</span> R²</dt><dd id="r2">{{.Now.R2}}</dd></div>
</dl>
{{if .Many}}<noscript><p class="note">This page shows the budget of {{.Now.Budget}}. With scripts, a slider shows the others.</p></noscript>
<label class="slider" id="control" hidden><span>budget</span><input type="range" id="slider" min="0" max="{{.Last}}" step="1" value="{{.Page.At}}" aria-describedby="sentence"></label>{{end}}
<figure>{{.Chart}}</figure>
</section>
<section class="columns">
<div>
<h2>What to buy for each object</h2>
<table id="repeats">
<thead><tr><th>attribute</th><th class="r">judgments</th><th></th><th class="r">weight</th></tr></thead>
<tbody>{{range .Now.Bought}}
<tr><td>{{.Name}}</td><td class="r">{{.Repeats}}</td><td class="bar"><svg viewBox="0 0 100 10" preserveAspectRatio="none"><rect class="f-first" width="{{.Width}}" height="10"/></svg></td><td class="r">{{.Weight}}</td></tr>{{end}}
</tbody>
</table>
</div>
<div>
<h2>The equation</h2>
<p id="equation">{{.Page.Label}} ≈ {{.Now.Intercept}}{{range .Now.Bought}} <span>{{.Weight}} · {{.Name}}</span>{{end}}</p>
<p class="note">A name stands for the mean of the judgments bought of it.</p>
</div>
</section>
<section class="second">
{{with .Page.Finding}}<h2>Findings</h2>
<ul>{{range .}}<li>{{.}}</li>{{end}}</ul>{{end}}
{{range .Page.Tables}}<h2>{{.Title}}</h2>
{{with .Note}}<p class="note">{{.}}</p>{{end}}
<div class="wide">{{.Element}}</div>
{{with .More}}<p class="note">{{.}}</p>{{end}}{{end}}
<h2>Glossary</h2>
<dl class="glossary">{{range .Page.Terms}}<dt>{{.Word}}</dt><dd>{{.Meaning}}</dd>{{end}}</dl>
<h2>The command that made this file</h2>
<pre>{{.Page.Command}}</pre>
<p class="note">{{.Page.Made}}</p>
</section>
</main>
<script type="application/json" id="data">{{.Data}}</script>
<script>{{.Script}}</script>
</body>
</html>
`))
})

// style is the style sheet, light or dark by the reader's setting.
var style = ":root{" + plot.Colors(plot.Light) + "color-scheme:light dark}" +
	"@media (prefers-color-scheme:dark){:root{" + plot.Colors(plot.Dark) + "}}" +
	plot.Style() + `
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:56rem;margin:0 auto;padding:2rem 1.25rem 3rem}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.05rem;margin:1.6rem 0 .4rem}
.lead,.note{color:var(--muted);margin:.2rem 0}
.note{font-size:.85rem}
#sentence{font-size:1.2rem;line-height:1.4;margin:1rem 0;min-height:4.2em}
.facts{display:flex;flex-wrap:wrap;gap:.5rem 2.5rem;margin:0 0 .6rem}
.facts dt{color:var(--muted);font-size:.85rem}
.facts dd{margin:0;font-size:1.15rem;font-variant-numeric:tabular-nums}
.slider{display:flex;align-items:center;gap:1rem;margin:.4rem 0;color:var(--muted);font-size:.85rem}
.slider[hidden]{display:none}
.slider input{flex:1;accent-color:var(--first);height:1.6rem;margin:0}
figure{margin:0}
figure svg{display:block;width:100%;height:auto}
.columns{display:grid;grid-template-columns:3fr 2fr;gap:0 2.5rem}
.columns>div{min-width:0}
@media (max-width:44rem){.columns{grid-template-columns:1fr}}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;padding:.12rem .7rem .12rem 0;border-bottom:1px solid var(--grid);vertical-align:baseline}
th{color:var(--muted);font-weight:normal}
th:last-child,td:last-child{padding-right:0}
td{overflow-wrap:anywhere}
.r{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;overflow-wrap:normal}
.bar{width:30%}
.bar svg{display:block;width:100%;height:.6rem}
.wide{overflow-x:auto}
#equation{font-size:.95rem;overflow-wrap:anywhere}
#equation span{display:inline-block}
.glossary{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1.2rem;margin:0;font-size:.9rem}
.glossary dt{font-weight:600}
.glossary dd{margin:0}
ul{margin:.2rem 0;padding-left:1.2rem;font-size:.9rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--grid);padding:.6rem .8rem;border-radius:.3rem;font-size:.85rem;margin:.3rem 0}
@page{size:A4;margin:13mm}
@media print{
:root{` + plot.Colors(plot.Light) + `font-size:9.5pt}
body{font-size:9.5pt}
main{max-width:none;padding:0}
.slider,noscript{display:none}
.facts{gap:.5rem 1.8rem}
#sentence{min-height:0;margin:.5rem 0}
figure svg{max-height:68mm}
#repeats{font-size:8pt;line-height:1.2}
#repeats tbody tr:nth-child(36)~tr{display:none}
#repeats:has(tbody tr:nth-child(37))::after{content:"… the equation has all"}
.second{break-before:page}
.second table,.second .glossary,.second ul,.second pre,.second .note{font-size:7pt;line-height:1.2}
.second h2{margin:.55rem 0 .1rem;font-size:9pt}
.second .glossary{grid-template-columns:max-content 1fr max-content 1fr}
th,td{padding-top:0;padding-bottom:0}
tr,h2,li{break-inside:avoid}
h2{break-after:avoid}
}
`

// script moves everything with the slider. It makes no markup of texts, so that names
// are what they are.
const script = `"use strict";
(function () {
  const $ = function (id) { return document.getElementById(id); };
  const data = JSON.parse($("data").textContent), slider = $("slider");
  if (!slider) return;
  let most = 1;
  data.steps.forEach(function (s) { s.r.forEach(function (b) { most = Math.max(most, b.n); }); });
  const cell = function (row, text, name) {
    const td = row.insertCell();
    td.textContent = text;
    if (name) td.className = name;
    return td;
  };
  const bar = function (td, n) {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg"), rect = document.createElementNS(space, "rect");
    svg.setAttribute("viewBox", "0 0 100 10");
    svg.setAttribute("preserveAspectRatio", "none");
    rect.setAttribute("class", "f-first");
    rect.setAttribute("width", String(100 * n / most));
    rect.setAttribute("height", "10");
    svg.appendChild(rect);
    td.appendChild(svg);
  };
  const show = function () {
    const s = data.steps[Number(slider.value)];
    $("sentence").textContent = s.s;
    $("budget").textContent = s.b;
    $("price").textContent = s.p;
    $("error").textContent = s.e;
    $("r2").textContent = s.q;
    document.querySelectorAll(".kind").forEach(function (e) { e.textContent = s.k; });
    slider.setAttribute("aria-valuetext", s.b);
    history.replaceState(null, "", "#" + encodeURIComponent(s.b));
    const body = $("repeats").tBodies[0];
    body.replaceChildren();
    const equation = $("equation");
    equation.textContent = data.label + " ≈ " + s.i;
    s.r.forEach(function (b) {
      const row = body.insertRow();
      cell(row, data.names[b.a]);
      cell(row, String(b.n), "r");
      bar(cell(row, "", "bar"), b.n);
      cell(row, b.w, "r");
      const term = document.createElement("span");
      term.textContent = b.w + " · " + data.names[b.a];
      equation.append(" ", term);
    });
    const cursor = $("cursor"), dot = $("dot");
    if (cursor) cursor.setAttribute("d", cursor.getAttribute("d").replace(/M[^ ]+/, "M" + s.x).replace(/L[^ ]+/, "L" + s.x));
    if (dot) { dot.setAttribute("cx", String(s.x)); dot.setAttribute("cy", String(s.y)); dot.querySelector("title").textContent = s.q; }
  };
  slider.addEventListener("input", show);
  const chart = document.querySelector("figure svg");
  const seek = function (event) {
    if (!(event.buttons & 1)) return;
    const box = chart.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * chart.viewBox.baseVal.width;
    let best = 0;
    data.steps.forEach(function (s, i) { if (Math.abs(s.x - x) < Math.abs(data.steps[best].x - x)) best = i; });
    slider.value = String(best);
    show();
  };
  chart.addEventListener("pointerdown", seek);
  chart.addEventListener("pointermove", seek);
  // The part of the address after # names a budget: report.html#20.
  const open = function () {
    let wanted = "";
    try { wanted = decodeURIComponent(location.hash.slice(1)); } catch (e) { return; }
    data.steps.forEach(function (s, i) { if (s.b === wanted) slider.value = String(i); });
    show();
  };
  window.addEventListener("hashchange", open);
  $("control").hidden = false;
  open();
})();
`
