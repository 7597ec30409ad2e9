package read

import (
	"strings"
	"testing"
)

func TestNumberIn(t *testing.T) {
	for text, want := range map[string]string{
		"Score: 4": "4", "4 - good": "4", "I'd say 3.5.": "3.5", "(2)": "2", "-1 (poor)": "-1", "**5**": "5", "4": "4", "score=2": "2",
		"3/5": "", "p1": "", "2026-01-02": "", "4 or 5": "", "GPT4": "", "good": "", "": "", "1.2.3": "", strings.Repeat("x", 80) + " 4": "",
	} {
		if got, ok := numberIn(text); got != want || ok != (want != "") {
			t.Errorf("%q holds %q, %v", text, got, ok)
		}
	}
}
