package architecture_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// How the project speaks: subject, verb, object; nouns, not pronouns; one idea a
// sentence. These are the rules that a program can check.
const (
	longestLine     = 120    // characters, outside tables, code and text that a program fills in
	longestSentence = 25     // words; a colon or semicolon ends one
	mostWords       = 20_000 // on the pages for users, as wc counts them
)

var (
	banned = regexp.MustCompile(`(?i)\b(that of|those of|told apart|what lacks|that there is not|which there are|so many|what is odd)\b`)
	// A verb before its subject.
	inverted = regexp.MustCompile(`(?i)(,|;|\band) (so (is|are|do|does|has|have|can|was|were|will)|nor (is|are|do|does|has|can|the)) [a-z]`)
	// A standard error has a ±, and stands behind an estimate. A typical error has none.
	bareError   = regexp.MustCompile(`(^|[^\d.)%²]) ±\s?[\d.]|^±\s?[\d.]`)
	codeSpan    = regexp.MustCompile("`[^`]*`")
	linkTarget  = regexp.MustCompile(`\]\([^)]*\)`)
	sentenceEnd = regexp.MustCompile(`[.!?:;]["')*]*(\s+|$)`)
	listItem    = regexp.MustCompile(`^\s*([-*+]|\d+\.)\s`)
)

// wordsOf lists what breaks the rules in a Markdown text.
func wordsOf(name, text string) (findings []string) {
	say := func(line int, format string, args ...any) {
		findings = append(findings, fmt.Sprintf("%s:%d: ", name, line)+fmt.Sprintf(format, args...))
	}
	var paragraph strings.Builder
	begins := 0
	end := func() {
		for s := range strings.SplitSeq(sentenceEnd.ReplaceAllString(paragraph.String(), "\x00"), "\x00") {
			if n := len(strings.Fields(s)); n > longestSentence {
				say(begins, "a sentence of %d words, at most %d: %s", n, longestSentence, strings.TrimSpace(s))
			}
		}
		paragraph.Reset()
	}
	code, generated := false, false
	for i, line := range strings.Split(text, "\n") {
		generated = strings.HasPrefix(line, "<!-- begin") || generated && !strings.HasPrefix(line, "<!-- end")
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		if code = code != fence; code || fence || strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			end()
			continue
		}
		if listItem.MatchString(line) {
			end()
		}
		if paragraph.Len() == 0 {
			begins = i + 1
		}
		prose := linkTarget.ReplaceAllString(codeSpan.ReplaceAllString(line, "code"), "]")
		paragraph.WriteString(prose + " ")
		if n := utf8.RuneCountInString(line); n > longestLine && !generated && utf8.RuneCountInString(linkTarget.ReplaceAllString(line, "]")) > longestLine {
			say(i+1, "%d characters, at most %d outside tables", n, longestLine)
		}
		if m := cmp.Or(banned.FindString(prose), inverted.FindString(prose)); m != "" {
			say(i+1, "%q: say the noun", m)
		}
		if bareError.MatchString(prose) {
			say(i+1, "± stands before a number with no estimate before it: ± is a standard error")
		}
	}
	end()
	return findings
}

// TestWords: README and docs keep the rules. Every text in the code that a person can
// see keeps them too.
func TestWords(t *testing.T) {
	words := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && name != ".") {
			return fs.SkipDir
		}
		if path.Ext(name) != ".md" {
			return nil
		}
		text, err := os.ReadFile(name)
		for _, f := range wordsOf(name, string(text)) {
			t.Error(f)
		}
		if name == "README.md" || path.Dir(name) == "docs" {
			words += len(strings.Fields(string(text)))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if words > mostWords {
		t.Errorf("the pages for users have %d words, at most %d: cut what is said twice", words, mostWords)
	}
	literals(t, []string{"cmd", "core", "model", "tui"}, func(file string, line int, text string) {
		if m := banned.FindString(text); m != "" {
			t.Errorf("%s:%d: %q in %q: say the noun", file, line, m, text)
		}
	})
}

// TestWordsAreChecked: each rule finds what breaks it, and nothing else.
func TestWordsAreChecked(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("say ", longestSentence+1))
	for _, c := range []struct {
		text string
		want int
	}{
		{"The error of the paper is lower than the error of the mean.", 0},
		{"The error is lower than that of the mean.", 1},
		{"`that of` is banned.", 0},
		{"The mean is lower, and so is the error.", 1},
		{"Units do not matter, nor does the order.", 1},
		{"The mean is lower, so the error is lower.", 0},
		{"honest R² .58 ± .04", 0},
		{"The error is ±2.59 now.", 1},
		{long + ".", 1},
		{strings.Replace(long, " ", ". ", 1) + ".", 0},
		{strings.Replace(long, " ", "\n", 1) + ".", 1},
		{"- " + long[:60] + "\n- " + long[:60], 0},
		{strings.Repeat("x", longestLine+1), 1},
		{"| " + long + " that of |", 0},
		{"```\n" + long + " that of\n```", 0},
		{"[x](" + strings.Repeat("y", longestLine) + ")", 0},
	} {
		if got := wordsOf("x.md", c.text); len(got) != c.want {
			t.Errorf("%q: %d findings, want %d: %q", c.text, len(got), c.want, got)
		}
	}
}
