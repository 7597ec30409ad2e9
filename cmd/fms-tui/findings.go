package main

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fms-tui/model"
)

// grouped puts findings together that say the same of several attributes: the
// first of them lists the others. Numbers may differ.
func grouped(findings []model.Finding) []model.Finding {
	var out []model.Finding
	at := make(map[string]int)
	others := make(map[int][]string)
	for _, w := range findings {
		key := string(w.Code) + "\x00" + template(w)
		i, known := at[key]
		if w.Attribute == "" || !known {
			at[key] = len(out)
			out = append(out, w)
			continue
		}
		others[i] = append(others[i], w.Attribute)
	}
	for i, names := range others {
		out[i].Message += "; likewise " + some(names)
	}
	return out
}

// withoutName puts a mark in place of a name, but not where it is part of a word.
func withoutName(message, name string) string {
	inWord := func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }
	var b strings.Builder
	for from := 0; ; {
		at := strings.Index(message[from:], name)
		if at < 0 {
			b.WriteString(message[from:])
			return b.String()
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(message[:at])
		after, _ := utf8.DecodeRuneInString(message[at+len(name):])
		b.WriteString(message[from:at])
		if inWord(before) || inWord(after) {
			b.WriteString(name)
		} else {
			b.WriteByte(1)
		}
		from = at + len(name)
	}
}

// template is what a finding says of any attribute, with any numbers.
func template(w model.Finding) string {
	message := w.Message
	if w.Attribute != "" {
		message = withoutName(message, w.Attribute)
	}
	number := false
	return strings.Map(func(c rune) rune {
		digit := c >= '0' && c <= '9' || number && c == '.'
		if digit && number {
			return -1
		}
		if number = digit; digit {
			return '#'
		}
		return c
	}, message)
}

// harmful are the codes of findings that make an answer impossible or wrong, the worst first. Others
// say how something was read, or what could be more precise.
var harmful = []model.Code{
	model.CodeUnusableLabel, model.CodeNoCandidate, model.CodeNoJudgments, model.CodeCircularLabel, model.CodeRefuted, model.CodeSuspiciousScale, model.CodeHiddenMissing, model.CodeStrayNumber,
	model.CodeStrayText, model.CodeValuesTooLarge, model.CodeNumberInWords, model.CodeRatersDisagree, model.CodeIdenticalRepeats, model.CodeDominantObject, model.CodeVarianceWithCount,
	model.CodeTooFewObjects, model.CodeFewObjects, model.CodeFewInClass, model.CodeFewRaters, model.CodeFewRepeats, model.CodeAskedOnce, model.CodeUnsupportedPairs, model.CodeLittleData,
}

// byHarm sorts findings by what they do to the answer, the worst first, and leaves the order of
// findings of one kind.
func byHarm(findings []model.Finding) []model.Finding {
	place := func(f model.Finding) int {
		if i := slices.Index(harmful, f.Code); i >= 0 {
			return i
		}
		return len(harmful)
	}
	sorted := slices.Clone(findings)
	slices.SortStableFunc(sorted, func(f, g model.Finding) int { return place(f) - place(g) })
	return sorted
}
