package read

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

const twoImages = "\x00\x00\x08\x03\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x03abcdef"

func TestReadIDX(t *testing.T) {
	for _, text := range []string{twoImages, string(compress(t, twoImages))} {
		x, err := ReadIDX(Bytes("x", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		if len(x.Size) != 3 || x.Size[0] != 2 || x.Size[1] != 1 || x.Size[2] != 3 || string(x.Item(0)) != "abc" || string(x.Item(1)) != "def" {
			t.Errorf("%+v", x)
		}
	}
}

func TestReadIDXErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "x: is no IDX file of bytes: its first bytes would be 0 0 8 and the number of dimensions",
		"object,attribute":                 "x: is no IDX file of bytes: its first bytes would be 0 0 8 and the number of dimensions",
		"\x00\x00\x0d\x01":                 "x: is no IDX file of bytes: its first bytes would be 0 0 8 and the number of dimensions",
		"\x00\x00\x08\x00":                 "x: is no IDX file of bytes: its first bytes would be 0 0 8 and the number of dimensions",
		twoImages[:7]:                      "x: ends before the sizes of its 3 dimensions: was the file copied in part?",
		twoImages[:20]:                     "x: holds 4 bytes, and its sizes [2 1 3] ask for 6: was the file copied in part?",
		twoImages + "g":                    "x: goes on after the 6 bytes that its sizes [2 1 3] ask for",
		"\x00\x00\x08\x01\x00\x00\x00\x00": "x: has the sizes [] and 0: 1 to 1024 MiB in all are read",
		"\x00\x00\x08\x02\x00\x01\x00\x00\x00\x01\x00\x00": "x: has the sizes [65536] and 65536: 1 to 1024 MiB in all are read",
	} {
		if _, err := ReadIDX(Bytes("x", []byte(text))); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
	if _, err := ReadIDX(File("none.idx")); err == nil || !strings.Contains(err.Error(), "cannot be opened") {
		t.Errorf("no file: %v", err)
	}
	cut := compress(t, twoImages)
	if _, err := ReadIDX(Bytes("x", cut[:len(cut)-9])); err == nil {
		t.Error("a compressed file that was cut is read")
	}
}

// TestReadMNIST reads the digits where they are.
func TestReadMNIST(t *testing.T) {
	x, err := ReadIDX(File(filepath.Join("..", "..", "..", "shared", "data", "mnist", "t10k-labels-idx1-ubyte.gz")))
	if err != nil {
		t.Skip(err)
	}
	count := make([]int, 10)
	for i := range x.Size[0] {
		count[x.Item(i)[0]]++
	}
	if x.Size[0] != 10000 || count[3] != 1010 || count[5] != 892 {
		t.Errorf("%v labels: %v", x.Size, count)
	}
}

// FuzzReadIDX: whatever the bytes, reading ends with an array as large as it says
// or with an error of this package.
func FuzzReadIDX(f *testing.F) {
	for _, text := range []string{twoImages, twoImages[:9], twoImages + "x", "", "\x00\x00\x08\x01\xff\xff\xff\xff", string(compress(f, twoImages))} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		x, err := ReadIDX(Bytes("x", text))
		var plain *Error
		switch {
		case errors.As(err, &plain):
			if plain.File != "x" || plain.Message == "" {
				t.Fatalf("error %#v does not say where or what", plain)
			}
		case err != nil:
			t.Fatalf("error %#v", err)
		default:
			n := 1
			for _, s := range x.Size {
				n *= s
			}
			if n != len(x.Data) || !bytes.Equal(x.Item(x.Size[0]-1), x.Data[n-n/x.Size[0]:]) {
				t.Fatalf("%v with %d bytes", x.Size, len(x.Data))
			}
		}
	})
}
