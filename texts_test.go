package architecture_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var listTexts = flag.Bool("texts", false, "list every text that the program can show, with its place")

var (
	twoWords = regexp.MustCompile(`\pL{2,}[,;:]? \(?\pL{2,}`)
	verb     = regexp.MustCompile(`%[-+# 0]*(\[\d+\])?[\d*]*(\.[\d*]+)?[vdsqfgexXcUtT]`)
	notProse = regexp.MustCompile(`^\s*(<|\\|SELECT |select |WITH |import |def |#!|function )|[{}]\n|;\n|</|\$\{`)
)

// text is what a person can be shown: the literals of one expression, with … in
// place of what the program fills in.
type text struct {
	file string
	line int
	text string
}

// textsOf lists the texts of two words or more of the non-test files in folders,
// in the order of the files. Literals that are added stand as one.
func textsOf(t *testing.T, folders ...string) []text {
	t.Helper()
	var all []text
	inspectNodes(t, folders, func(path string, line int, n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field: // its tag is none, its type may hold none
			return false
		case *ast.BinaryExpr, *ast.BasicLit:
			s, ok := joined(n.(ast.Expr))
			if ok && twoWords.MatchString(s) && !notProse.MatchString(s) {
				all = append(all, text{path, line, s})
			}
			return !ok
		}
		return true
	})
	return all
}

// joined returns the text of an expression of literals and what is added to them,
// and false for any other.
func joined(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		s, err := strconv.Unquote(e.Value)
		return verb.ReplaceAllString(s, "…"), err == nil
	case *ast.BinaryExpr:
		x, left := joined(e.X)
		y, right := joined(e.Y)
		if e.Op != token.ADD || !left && !right {
			return "", false
		}
		if !left {
			x = "…"
		}
		if !right {
			y = "…"
		}
		return x + y, true
	}
	return "", false
}

// TestTexts: every text that the program can show keeps the rules for sentences. With
// -texts it lists them: go test . -run '^TestTexts$' -v -texts.
func TestTexts(t *testing.T) {
	all := textsOf(t, "cmd", "core", "model", "tui")
	for _, x := range all {
		if *listTexts {
			fmt.Printf("%s:%d: %s\n", x.file, x.line, strings.ReplaceAll(x.text, "\n", "⏎"))
		}
		for s := range strings.SplitSeq(sentenceEnd.ReplaceAllString(x.text, "\x00"), "\x00") {
			for s := range strings.SplitSeq(s, "\n") {
				if n := len(strings.Fields(s)); n > longestSentence && strings.ContainsAny(x.text, ",.;:") {
					t.Errorf("%s:%d: a sentence of %d words, at most %d: %s", x.file, x.line, n, longestSentence, s)
				}
			}
		}
	}
}
