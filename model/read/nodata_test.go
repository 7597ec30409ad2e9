//go:build nodata

package read

import (
	"strings"
	"testing"
)

// TestNoData: a program without Excel and Parquet knows their files, says which
// tag left them out, and does not offer them.
func TestNoData(t *testing.T) {
	for content, want := range map[string]string{
		"PAR1....":       "d: is a Parquet file, which this program was built without (go build -tags nodata)",
		"PK\x03\x04....": "d: is an Excel file (.xlsx) or another ZIP file, which this program was built without (go build -tags nodata)",
	} {
		_, err := fromSources(t.Context(), []Source{Bytes("d", []byte(content))}, nil, Options{})
		if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.HasSuffix(err.Error(), "accepted are CSV, TSV, JSON and zip, text as UTF-8 or UTF-16, plain, gzip or zstd") {
			t.Errorf("%q: %v", content, err)
		}
	}
	if _, err := fromSources(t.Context(), []Source{Bytes("d", []byte("object,attribute,judgment\no,a,1\n"))}, nil, Options{}); err != nil {
		t.Error(err)
	}
}
