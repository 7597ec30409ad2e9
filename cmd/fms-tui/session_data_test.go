//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const unlabelled = `object,rater,clear,brief
a,u,1,2
a,v,2,2
b,u,3,1
b,v,4,3
c,u,5,2
c,v,4,1
d,u,2,5
d,v,2,4
e,u,1,3
e,v,1,5
`

// TestChooseALabel: data without a label open on what they are worth, and any
// attribute can become it.
func TestChooseALabel(t *testing.T) {
	file := filepath.Join(t.TempDir(), "unlabelled.csv")
	if err := os.WriteFile(file, []byte(unlabelled), 0o600); err != nil {
		t.Fatal(err)
	}
	u := on(t, 80, 24, command(t, nil, file, "--bootstrap", "0"))
	u.awaitText("has no label to predict", "clear   the mean of its judgments", "Reliability")
	u.send("j", "\r")
	u.awaitText("Predicts brief", onScreen)
	u.send("4")
	u.awaitText("noise is in", "Reliability") // of a circular label
	u.send("q")
	u.ends(0)

	u = on(t, 120, 40, command(t, nil, file))
	u.awaitText("has no label to predict")
	u.send("q")
	u.ends(0)
}

// TestChoose: in a pipe the UI is drawn on the terminal, and stdout gets the
// predictor alone.
func TestChoose(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "chosen.json")
	c := command(t, nil)
	c.Path, c.Args = "/bin/sh", []string{"sh", "-c", `"$0" "$@" >` + out, filepath.Join(binary(t), "fms-tui")}
	c.Args = append(c.Args, small(t, "--choose", "--bootstrap", "0")...)
	u := on(t, 80, 24, c)
	u.await(footer)
	u.send("\x1b[C") // right
	u.awaitText("B = 6")
	u.send("q")
	u.ends(0)
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var p struct {
		Kind   string `json:"kind"`
		Budget int    `json:"budget"`
	}
	if err := json.Unmarshal(b, &p); err != nil {
		t.Fatalf("%v in %q", err, b)
	}
	if p.Kind != "fms-predictor" || p.Budget != 6 {
		t.Errorf("chosen is %+v", p)
	}

	u = on(t, 80, 24, command(t, nil, small(t, "--choose", "--bootstrap", "0")...))
	u.await(footer)
	u.send("\x1b[H") // home
	u.awaitText("B = 0")
	u.send("q")
	u.ends(1)
}

// TestVotesOpen: votes on nothing but the label open on Votes.
func TestVotesOpen(t *testing.T) {
	var votes strings.Builder
	votes.WriteString("object,expert,spam\n")
	for i := range 24 {
		for k := range 3 {
			fmt.Fprintf(&votes, "m%d,e%d,%d\n", i, k, (i/2+i%(3+k)/(2+k))%2)
		}
	}
	name := filepath.Join(t.TempDir(), "votes.csv")
	if err := os.WriteFile(name, []byte(votes.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	u := on(t, 120, 40, command(t, nil, name))
	u.awaitText("spam   its votes, by experts who may be wrong")
	u.send("\r")
	u.awaitText("5 Votes", "spam by em", "Objects by uncertainty", "of 3")
	u.send("1")
	u.awaitText("excluded")
	u.send("q")
	u.ends(0)
}
