package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"fms-tui/sampledata"
)

// TestBundled: the bundled files of simulated samples are what the generator makes.
// They are compared decompressed: another release of the compressor may pack the same rows
// differently.
func TestBundled(t *testing.T) {
	made := make(map[string]bool)
	for _, f := range generated() {
		packed, err := f.compressed()
		if err != nil {
			t.Fatal(err)
		}
		bundled, err := os.ReadFile(filepath.Join("..", "..", "sampledata", "data", f.name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(plain(t, packed), plain(t, bundled)) {
			t.Errorf("%s is not what the generator makes: go -C tools run ./samples ../sampledata/data", f.name)
		}
		made[f.name] = true
	}
	for _, s := range sampledata.All() {
		for _, f := range s.Files {
			if !s.Real && !made[f.Name] {
				t.Errorf("nothing makes %s", f.Name)
			}
		}
	}
}

// plain is a file's content, decompressed. It holds no time stamp.
func plain(t *testing.T, file []byte) []byte {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return file
	}
	text, err := io.ReadAll(zip)
	if err != nil || !zip.ModTime.IsZero() {
		t.Errorf("made at %v, %v", zip.ModTime, err)
	}
	return text
}
