package golden

import (
	"embed"
	"encoding/json"
	"path"
	"testing"
)

//go:embed testdata/*.json
var files embed.FS

// Cases decodes the cases of a file: inputs of an algorithm with what an
// independent program answers to them. A missing or empty file fails the test.
func Cases[T any](t testing.TB, name string) []T {
	t.Helper()
	file := load[struct{ Cases []T }](t, name)
	if len(file.Cases) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return file.Cases
}

func load[T any](t testing.TB, name string) *T {
	t.Helper()
	to := new(T)
	if err := json.Unmarshal(read(t, name), to); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return to
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := files.ReadFile(path.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}
