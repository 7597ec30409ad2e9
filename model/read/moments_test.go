package read

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"fms-tui/model"
)

// fromSources is Open where judgments are expected.
func fromSources(ctx context.Context, data, labels []Source, opt Options) (*model.Dataset, error) {
	found, err := Open(ctx, Query{Data: data, Labels: labels, Options: opt})
	if err != nil {
		return nil, err
	}
	return found.Judgments("this")
}

// TestMomentsAreTold: files of moments are told by their first bytes, packed or
// not, and nothing else is taken for one. Each is opened once.
func TestMomentsAreTold(t *testing.T) {
	const content = "fms-tui moments 1\n\x00\x01 whatever"
	for name, data := range map[string][]byte{"plain": []byte(content), "gzip": compress(t, content)} {
		first, opened := Bytes("d.csv", data), 0
		open := first.Open
		first.Open = func() (r io.ReadCloser, err error) { opened++; return open() }
		found, err := Open(t.Context(), Query{Data: []Source{first, Bytes("e.csv", data)}})
		if err != nil || found.Dataset != nil || len(found.Moments) != 2 || opened != 1 {
			t.Errorf("%s: %v, %v, opened %d times", name, found, err, opened)
			continue
		}
		for i, file := range []string{"d.csv", "e.csv"} {
			if m := found.Moments[i]; string(m.Content) != content || m.File.File != file || len(m.File.SHA256) != 64 {
				t.Errorf("%s: %q of %v", name, m.Content, m.File)
			}
		}
		if _, err := found.Judgments("this"); !errors.Is(err, model.ErrNeedsJudgments) || !strings.Contains(err.Error(), "d.csv") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMomentsAreNothingElse: moments where something else is expected, and the other
// way round, are errors that name the file.
func TestMomentsAreNothingElse(t *testing.T) {
	moments, table := Bytes("m", []byte("fms-tui moments 1\n")), Bytes("d", []byte("object,attribute,judgment\na,b,1\n"))
	open := func(labels []Source, data ...Source) error {
		_, err := Open(t.Context(), Query{Data: data, Labels: labels})
		return err
	}
	_, costs := Costs(t.Context(), moments)
	_, sheets := Sheets(t.Context(), moments)
	_, features := FeatureFiles(t.Context(), []Source{moments}, Options{})
	for _, c := range []struct {
		err  error
		want string
	}{
		{open(nil, table, moments), "m: holds moments, and d judgments: write its moments too"},
		{open(nil, moments, table), "d: holds judgments, and the file before it moments"},
		{open(nil, moments, Bytes("e", nil)), "e: holds judgments, and the file before it moments"},
		{open(nil, Bytes("s", []byte("fms-tui moment"))), "s:1: has no column"},
		{open([]Source{moments}, table), "m: holds the moments of judgments, not labels"},
		{costs, "m: holds the moments of judgments, not a file of"},
		{sheets, "m: holds the moments of judgments, not a file of"},
		{features, "m: holds the moments of judgments, not features of objects"},
	} {
		var wrong *Error
		if !errors.As(c.err, &wrong) || !strings.HasPrefix(wrong.Error(), c.want) {
			t.Errorf("%v, want %s…", c.err, c.want)
		}
	}
}
