//go:build !nodata

package engine

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"

	"fms-tui/model/read"
)

// TestPackedBytes: packed rows of both formats are taken apart; what ends early, or holds
// lengths that cannot be, is no row, and nothing is read past it.
func TestPackedBytes(t *testing.T) {
	kinds := []column{{name: "o"}, {name: "a"}, {name: "j", exact: true}, {name: "y", exact: true}}
	w := read.Wanted{Object: "o", Judgment: "j", Labels: []string{"y"}}
	long := string(slices.Repeat([]byte("é"), 100)) // its length takes two bytes
	row := binary.AppendUvarint(nil, 1)
	row = append(row, 'x', 2)
	row = append(append(binary.AppendUvarint(row, uint64(len(long))), long...), 0, 2)
	for _, x := range []float64{1.5, math.NaN(), -3, 4} {
		row = binary.LittleEndian.AppendUint64(row, math.Float64bits(x))
	}
	r := newPackedRows(expected{}, kinds, w)
	for n := range row {
		if size := r.sizeOf(row[:n]); size != 0 {
			t.Fatalf("%d of %d bytes make a row of %d", n, len(row), size)
		}
	}
	if size := r.sizeOf(append(slices.Clone(row), 7)); size != len(row) {
		t.Fatalf("a row of %d bytes has %d", len(row), size)
	}
	r.cut(string(row))
	if got, want := fmt.Sprint(r.id, r.texts[1], r.values, r.ranges[3]), "x["+long+" ] [1.5 NaN] [-3 4]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if size := r.sizeOf([]byte("\xff\xff\xff\xff\xff\xff")); size != -1 {
		t.Errorf("a length without an end makes a row of %d bytes", size)
	}

	array := func(kind uint32, elements ...string) []byte {
		b := binary.BigEndian.AppendUint32(nil, 1)
		for _, n := range []uint32{1, kind, uint32(len(elements)), 1} {
			b = binary.BigEndian.AppendUint32(b, n)
		}
		for _, e := range elements {
			if e == "NULL" {
				b = binary.BigEndian.AppendUint32(b, math.MaxUint32)
				continue
			}
			b = append(binary.BigEndian.AppendUint32(b, uint32(len(e))), e...)
		}
		return b
	}
	texts, numbers := array(25, "tall", "NULL", "", long), array(701, "\x3f\xf8\x00\x00\x00\x00\x00\x00", "NULL")
	if list, ok := textArray(nil, texts); !ok || fmt.Sprintf("%q", list) != fmt.Sprintf("%q", []string{"tall", "", "", long}) {
		t.Errorf("texts: %q", list)
	}
	if list, ok := floatArray(nil, numbers); !ok || fmt.Sprint(list) != "[1.5 NaN]" {
		t.Errorf("numbers: %v", list)
	}
	for n := range texts {
		if list, ok := textArray(nil, texts[:n]); ok {
			t.Errorf("%d bytes make %q", n, list)
		}
	}
	for n := range numbers {
		if list, ok := floatArray(nil, numbers[:n]); ok {
			t.Errorf("%d bytes make %v", n, list)
		}
	}
	if list, ok := floatArray(nil, texts); ok {
		t.Errorf("texts are the numbers %v", list)
	}
}

// TestShardingKey: a key says that objects are whole on shards where it depends on the
// object alone.
func TestShardingKey(t *testing.T) {
	for key, whole := range map[string]bool{
		"cityHash64(item)": true, "item": true, "murmurHash3_32(`item`) % 8": true, "rand()": false, "": false, "cityHash64(item, rater)": false,
		"cityHash64(toString(item))": true, "rater": false, "intDiv(item, 10)": true, "cityHash64(concat(item, 'x'))": false, "item + rand()": false,
	} {
		s := storage{full: "Distributed(three, 'db', \"t\", " + key + ")", database: "here"}
		if key == "" {
			s.full = "Distributed(three, db, t)"
		}
		s.distribute()
		if s.cluster != "three" || s.database != "db" || s.keeps("item") != whole {
			t.Errorf("%s: %+v, whole: %v", key, s, s.keeps("item"))
		}
	}
}

// TestVerifiedByDefault: another machine's certificate is verified where nobody says
// otherwise; this machine's need not be there.
func TestVerifiedByDefault(t *testing.T) {
	t.Setenv("PGSSLMODE", "")
	t.Setenv("PGSERVICE", "")
	for address, verified := range map[string]bool{
		"postgres://u@db.example.org/d": true, "postgres://u@db.example.org/d?sslmode=verify-ca": true, "postgres://u@db.example.org/d?sslmode=require": false,
		"postgres://u@db.example.org/d?sslmode=disable": false, "postgres://u@127.0.0.1/d": false,
	} {
		a, err := ParseAddress(address)
		if err != nil {
			t.Fatal(err)
		}
		c, err := postgresConfig(a)
		if err != nil {
			t.Fatal(err)
		}
		tls := c.TLSConfig
		if got := tls != nil && (!tls.InsecureSkipVerify || tls.VerifyPeerCertificate != nil || tls.VerifyConnection != nil) && len(c.Fallbacks) == 0; got != verified {
			t.Errorf("%s is verified: %v, want %v", address, got, verified)
		}
		if address == "postgres://u@db.example.org/d" && (tls == nil || tls.ServerName != "db.example.org") {
			t.Errorf("the name of the server is not verified")
		}
	}
}
