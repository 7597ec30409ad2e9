package main

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// refutedFile writes forms without rater ids, in which the four attributes of a
// form have the same large error: six of each, of which one is bought.
func refutedFile(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("object,attribute,judgment,label\n")
	state := uint64(7)
	draw := func() float64 { // uniform on ±1
		state = state*6364136223846793005 + 1442695040888963407
		return float64(state>>40)/(1<<23) - 1
	}
	text := func(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }
	for i := range 800 {
		z := draw()
		for range 6 {
			halo := draw()
			for _, a := range []string{"a", "b", "c", "d"} {
				b.WriteString(strings.Join([]string{"o" + strconv.Itoa(i), a, text(z + halo + draw()/4), text(z)}, ",") + "\n")
			}
		}
	}
	return file(t, "crowd.csv", b.String())
}

// once are flags that buy one judgment of each attribute, singly.
var once = []string{"--design", "single", "--budget", "4", "--min", "*=1", "--max", "*=1", "--algorithm", "full"}

// TestRefutedSaid: what the pilot's own judgments refute is said in the first words
// of the line, in JSON, and in the predictor.
func TestRefutedSaid(t *testing.T) {
	const first = "refuted by your own data: honest R² ."
	path := refutedFile(t)
	r := fms(t, append([]string{"select", path, "--all"}, once...)...)
	r.want(t, statusDone)
	if !strings.Contains(r.stdout, "\n"+first) || !strings.Contains(r.stdout, "on 800 objects · B = 4") {
		t.Errorf("select says\n%s", r.stdout)
	}
	out := filepath.Join(t.TempDir(), "p.json")
	r = fms(t, append([]string{"export", path, "-o", out}, once...)...)
	r.want(t, statusDone)
	if !strings.Contains(r.stderr, "fms-tui: "+first) || strings.Contains(r.stderr, "warning: refuted") {
		t.Errorf("export says\n%s", r.stderr)
	}
	r = fms(t, append([]string{"export", path}, once...)...)
	if code := firstCode(t, parseJSON(t, r).(map[string]any)["warnings"]); code != "refuted" {
		t.Errorf("the predictor's first warning is %s", code)
	}
	for _, command := range []string{"validate", "plan"} {
		r = fms(t, append([]string{command, path, "--all"}, once...)...)
		if !strings.Contains(r.stdout, first) {
			t.Errorf("%s says\n%s", command, r.stdout)
		}
	}
	r = fms(t, append([]string{"select", path, "--json"}, once...)...)
	s := parseJSON(t, r).(map[string]any)["selections"].([]any)[0].(map[string]any)
	if code := firstCode(t, s["warnings"]); code != "refuted" || s["seen_objects"] != 800.0 || s["seen_loss"].(float64) < s["honest_loss"].(float64)+3*s["seen_loss_se"].(float64) {
		t.Errorf("%s: %v", code, s)
	}
	r = fms(t, "select", path, "--all", "--design", "form", "--budget", "4", "--min", "*=1", "--max", "*=1")
	if strings.Contains(r.stdout, "refuted") || !strings.Contains(r.stdout, "on 800 objects") {
		t.Errorf("the form is refuted:\n%s", r.stdout)
	}
}

// firstCode is the code of the first of some warnings.
func firstCode(t *testing.T, warnings any) string {
	t.Helper()
	list := warnings.([]any)
	if len(list) == 0 {
		return ""
	}
	return list[0].(map[string]any)["code"].(string)
}

// TestNotSeen: what is not seen is null, and says why in validate alone.
func TestNotSeen(t *testing.T) {
	path := formsFile(t)
	r := fms(t, "select", path, "--budget", "20", "--json", "--algorithm", "full")
	s := parseJSON(t, r).(map[string]any)["selections"].([]any)[0].(map[string]any)
	if s["seen_loss"] != nil || s["seen_loss_se"] != nil || s["seen_objects"] != 0.0 {
		t.Errorf("%v", s)
	}
	codes := ""
	for _, w := range s["warnings"].([]any) {
		codes += " " + w.(map[string]any)["code"].(string)
	}
	if !strings.Contains(codes, "beyond-cells") {
		t.Errorf("warnings%s", codes)
	}
	r = fms(t, "select", path, "--budget", "20", "--algorithm", "full", "--all")
	if strings.Contains(r.stdout, "seen") || !strings.Contains(strings.Join(strings.Fields(r.stdout), " "), ", the pilot's cells hold at most 2") || strings.Contains(r.stderr, "no cell of the pilot") {
		t.Errorf("%s\n%s", r.stdout, r.stderr)
	}
	r = fms(t, "select", path, "--budget", "20", "--algorithm", "full", "--json", "--no-honest")
	s = parseJSON(t, r).(map[string]any)["selections"].([]any)[0].(map[string]any)
	if v, there := s["seen_objects"]; v != nil || !there {
		t.Errorf("nobody looked: %v", s)
	}
	r = fms(t, "validate", path, "--all", "--budget", "20", "--algorithm", "full")
	for _, says := range []string{"(0)", "not measured, because no object holds them and 30 are needed", "+: wants more judgments"} {
		if !strings.Contains(strings.Join(strings.Fields(r.stdout), " "), says) {
			t.Errorf("validate lacks %q:\n%s", says, r.stdout)
		}
	}
}

// TestDesigns compares ways to buy in text and in JSON.
func TestDesigns(t *testing.T) {
	path := formsFile(t)
	args := []string{"validate", path, "--budget", "4,8", "--algorithm", "full", "--design", "call:3", "--designs"}
	r := fms(t, append(args, "--json")...)
	r.want(t, statusDone)
	d := parseJSON(t, r).(map[string]any)["designs"].(map[string]any)
	var names []string
	for _, w := range d["ways"].([]any) {
		names = append(names, w.(map[string]any)["name"].(string))
	}
	if got := strings.Join(names, " "); got != "single form call:3" {
		t.Errorf("ways %s", got)
	}
	if n := len(d["estimates"].([]any)); n != 6 {
		t.Errorf("%d estimates of three ways at two budgets", n)
	}
	for i, e := range d["break_even"].([]any) {
		e := e.(map[string]any)
		budget := []float64{4, 8}[i]
		if (e["reason"] == nil) == (e["price"] == nil) || e["budget"] != budget {
			t.Errorf("%v", e)
		}
		if price, ok := e["price"].(float64); ok && price*e["calls"].(float64) > budget {
			t.Errorf("calls for more than %g: %v", budget, e)
		}
	}
	r = fms(t, args...)
	for _, says := range []string{"form as the pilot one form, each answer paid", "call:3 taken one call for everything, at 3 a call", "B = 8: one call for everything"} {
		if !strings.Contains(strings.Join(strings.Fields(r.stdout), " "), says) {
			t.Errorf("the text lacks %q:\n%s", says, r.stdout)
		}
	}
	r = fms(t, "validate", path, "--budget", "4", "--algorithm", "full", "--json")
	if v, there := parseJSON(t, r).(map[string]any)["designs"]; v != nil || !there {
		t.Errorf("designs that nobody asked for: %v", v)
	}
}
