package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"
)

const judged = "object,attribute,judgment,rater\n" +
	"a,tall,1,u\na,tall,1,v\na,quality,5,x\na,quality,9,y\n" +
	"b,tall,0,u\nb,tall,1,v\nb,quality,3,x\nb,quality,3,y\n" +
	"c,tall,0,u\nc,tall,0,v\nc,quality,1,x\nc,quality,2,y\n"

// TestLabelFromFlag: a judged attribute becomes the label.
func TestLabelFromFlag(t *testing.T) {
	path := file(t, "d.csv", judged)
	a := selectJSONOf(t, path, "--label-from", "quality", "--budget", "2")
	if len(a.Attributes) != 1 || a.Attributes[0].Name != "tall" {
		t.Errorf("attributes %+v", a.Attributes)
	}
	for _, w := range a.Warnings {
		if w.Code == "circular-label" {
			t.Error("a label by other raters is called circular")
		}
	}
	r := fms(t, "select", path, "--label-from", "qualty", "--budget", "2")
	if r.status != statusFailed || !strings.Contains(r.stderr, `the nearest is "quality"`) {
		t.Errorf("status %d, %s", r.status, r.stderr)
	}
	circular := fms(t, "select", file(t, "e.csv", strings.ReplaceAll(judged, ",x\n", ",u\n")), "--label-from", "quality", "--budget", "2")
	if !strings.Contains(circular.stderr, "1 of the raters judged both quality and other attributes") && !strings.Contains(circular.stderr, "noise is in the label") {
		t.Errorf("no warning of a circular label: %s", circular.stderr)
	}
	if r := fms(t, "select", path, "--label-from", "quality", "--label-agg", "mode"); r.status != statusMisused {
		t.Errorf("--label-agg mode: status %d, %s", r.status, r.stderr)
	}
}

// TestStdin: - stands for what is piped in.
func TestStdin(t *testing.T) {
	var out, errs bytes.Buffer
	p := &program{stdin: strings.NewReader(judged), stdout: &out, stderr: &errs, now: time.Now}
	if status := p.execute(context.Background(), []string{"check", "-", "--label-from", "quality"}); status != statusDone {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	if !strings.Contains(out.String(), "stdin") || !strings.Contains(out.String(), "quality") {
		t.Errorf("check says\n%s", out.String())
	}
}
