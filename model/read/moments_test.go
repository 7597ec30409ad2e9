package read

import (
	"errors"
	"testing"
)

// TestMomentsAreTold: files of moments are told by their first bytes, packed or
// not, and nothing else is taken for one.
func TestMomentsAreTold(t *testing.T) {
	const content = "fms-tui moments 1\n\x00\x01 whatever"
	for name, data := range map[string][]byte{"plain": []byte(content), "gzip": compress(t, content)} {
		_, err := FromSources(t.Context(), []Source{Bytes("d.csv", data)}, nil, Options{})
		var m *MomentsError
		if !errors.As(err, &m) || string(m.Content) != content || m.File.File != "d.csv" || len(m.File.SHA256) != 64 {
			t.Errorf("%s: %v", name, err)
			continue
		}
		contents, files, err := Moments([]Source{Bytes("d.csv", nil), Bytes("e.csv", data)}, m)
		if err != nil || len(contents) != 2 || string(contents[1]) != content || files[1].File != "e.csv" {
			t.Errorf("%s: %q, %v, %v", name, contents, files, err)
		}
	}
	for name, data := range map[string]string{"judgments": "object,attribute,judgment\na,b,1\n", "nothing": "", "a stem": "fms-tui moment"} {
		var wrong *Error
		if _, _, err := Moments([]Source{Bytes("x", []byte(data))}, nil); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
