package main

import (
	"bytes"
	"errors"
	"flag"
	"strings"
	"testing"
)

// TestRun: every program is found by its name, reads flags of its own, and refuses
// arguments that are not what it takes.
func TestRun(t *testing.T) {
	for _, p := range programs {
		var out, progress bytes.Buffer
		err := run(t.Context(), []string{p.name, "-h"}, &out, &progress)
		if !errors.Is(err, flag.ErrHelp) || !strings.HasPrefix(progress.String(), "Usage of "+p.name+":\n") || out.Len() > 0 {
			t.Errorf("%s -h: %v, %s%s", p.name, err, progress.String(), out.String())
		}
		if err := run(t.Context(), []string{p.name, "now"}, &out, &progress); err == nil || !strings.Contains(err.Error(), "now") {
			t.Errorf("%s now: %v", p.name, err)
		}
	}
	for _, args := range [][]string{nil, {"nonsense"}} {
		if err := run(t.Context(), args, nil, nil); err == nil || !strings.Contains(err.Error(), "results, coverage, evidence, pilots") {
			t.Errorf("%v: %v", args, err)
		}
	}
}
