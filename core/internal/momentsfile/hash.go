package momentsfile

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
)

// unknownRater is the hash of a rater who has no id: nobody else is this rater.
const unknownRater = 0

// ownKey is the key where the user gives none. It is no secret: whoever guesses
// an id can tell whether it is among the hashes.
const ownKey = "fms-tui raters"

// HashRaters returns the file with the hashes of the raters' ids, by number, and
// "" for a rater without one: the first 63 bits of HMAC-SHA-256. Files with the
// same key can be put together as if they were written from all judgments. An
// empty key is the program's own.
//
// Two of n raters have the same hash with probability n²/2⁶⁴, 5·10⁻⁸ for a million.
func (f *File) HashRaters(ids []string, key []byte) *File {
	out := *f
	out.Raters, out.Key = nil, 0
	if len(key) > 0 {
		out.Key = max(1, first(key, "the key itself"))
	} else {
		key = []byte(ownKey)
	}
	for _, id := range ids {
		h := unknownRater
		if id != "" {
			h = int(max(1, first(key, id)>>1))
		}
		out.Raters = append(out.Raters, h)
	}
	return &out
}

// first returns the first 64 bits of the HMAC of a text.
func first(key []byte, text string) uint64 {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return binary.BigEndian.Uint64(mac.Sum(nil))
}
