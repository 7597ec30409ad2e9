// It moves everything with the slider. It makes no markup of texts, so that names are what they are.
"use strict";
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
