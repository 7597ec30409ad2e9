package momentsfile

import "testing"

// Unpack returns the uncompressed content of a file.
func Unpack(t testing.TB, data []byte) []byte {
	t.Helper()
	content, _, err := open(data)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Version is the newest version of the format.
const Version = version

// Seal puts content into an envelope whose checksum is right.
func Seal(content []byte) []byte { return seal(content) }

// Parse reads content of some version.
func Parse(content []byte, version int) (*File, error) { return parse(content, version) }

// Grouped is grouped.
var Grouped = grouped
