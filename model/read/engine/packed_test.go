//go:build !nodata

package engine

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"

	"fms-tui/model/read"
)

// packedLines are the rows of a statement.
type packedLines struct{ rows [][]string }

func (*packedLines) columns() []column { return nil }

func (*packedLines) close() {}

func (p *packedLines) next() ([][]byte, error) {
	if len(p.rows) == 0 {
		return nil, io.EOF
	}
	var cells [][]byte
	for _, cell := range p.rows[0] {
		cells = append(cells, []byte(cell))
	}
	p.rows = p.rows[1:]
	return cells, nil
}

// TestPackedRows: packed rows are taken apart; what has not as many cells as it says is no row.
func TestPackedRows(t *testing.T) {
	q := &query{session: Connect(t.Context(), &Address{url: new(url.URL)}), columns: []column{{name: "a"}, {name: "o"}, {name: "y"}, {name: "j", truth: true}}}
	for text, want := range map[string]string{
		"x,2,é| ,3,4,t|f":    "[[é x 3 true] [  x 4 false]]",
		"x,1,a,3,3,":         "[[a x 3 ]]",
		"x,3,|b|,,4,1||0":    "[[ x  1] [b x 4 ] [ x 4 0]]",
		"x,2,a|b,3,3,1|2|3":  "character 31",
		"x,2,a,3,3,1|2":      "character 31",
		"x,2,a|b,3":          "character 31",
		"x,2":                "character 31",
		"x":                  "character 31",
		"x,0,,,,":            "character 31",
		"x,many,a,3,3,1|2|3": "character 31",
	} {
		cells := strings.Split(strings.ReplaceAll(text, "|", unitSeparator), ",")
		r := &packedRows{rows: rows{of: q, wanted: read.Wanted{Object: "o", Labels: []string{"y"}}, cursor: &packedLines{[][]string{cells}}, cells: make([]string, 4)}, lists: make([][]string, 4)}
		var all [][]string
		var err error
		for err == nil {
			var row []string
			if row, err = r.Next(); err == nil {
				all = append(all, slices.Clone(row))
			}
		}
		if got := fmt.Sprint(all); errors.Is(err, io.EOF) && got != want || !errors.Is(err, io.EOF) && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %s, %v", text, got, err)
		}
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
