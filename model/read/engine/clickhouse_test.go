//go:build !nodata

package engine

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fms-tui/model/read"
)

// TestClickhouseMidway: what a server sends after its rows have begun is found to be no
// row: the text of an exception, an end in the middle of a line, too few rows.
func TestClickhouseMidway(t *testing.T) {
	for name, c := range map[string]struct{ rows, want string }{
		"exception": {"\"a\",\"tall\",1\nCode: 241, e.displayText() = DB::Exception: Memory limit exceeded, e.what() = DB::Exception\n", "Memory limit exceeded"},
		"cut":       {"\"a\",\"tall\",1\n\"a\",\"ta", "the connection was lost"},
		"cut cell":  {"\"a\",\"tall\",1\n\"a\",\"tall\",1", "the connection was lost"},
		"cells":     {"\"a\",\"tall\",1\n\"a\",\"tall\"\n", "the connection was lost"},
		"rows":      {"\"a\",\"tall\",1\n", "the connection was lost"},
		"whole":     {"\"a\",\"tall\",1\n\"a's, \"\"\\\n\",\"tall\",\\N\n", ""},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			sql, _ := io.ReadAll(r.Body)
			switch {
			case strings.Contains(string(sql), "system.tables"):
				fmt.Fprint(w, "\"engine\"\n\"Memory\"\n")
			case strings.Contains(string(sql), "count()"):
				fmt.Fprint(w, "\"n\",\"h\"\n2,77\n")
			case strings.Contains(string(sql), "order by"):
				fmt.Fprint(w, "object,attribute,judgment\n"+c.rows)
			default:
				fmt.Fprint(w, "object,attribute,judgment\na,tall,1\n")
			}
		}))
		a, err := ParseAddress(strings.Replace(server.URL, "http", "clickhouse", 1) + "?table=x")
		if err != nil {
			t.Fatal(err)
		}
		s := Connect(t.Context(), a)
		from, err := s.Source("")
		if err != nil {
			t.Fatal(err)
		}
		found, err := read.Open(t.Context(), read.Query{Data: []read.Source{from}})
		if c.want == "" {
			if err != nil || fmt.Sprintf("%q", found.Dataset.Objects) != `["a" "a's, \"\\"]` || s.Close() != nil {
				t.Errorf("%s: %v, %v", name, found, err)
			}
		} else if found != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v", name, found, err)
		}
		server.Close()
	}
}

// TestClickhouseSilent: a server that never answers the beginning of TLS is told to have none.
func TestClickhouseSilent(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	defer func(was time.Duration) { handshakeTime = was }(handshakeTime)
	handshakeTime = time.Millisecond
	a, err := ParseAddress("clickhouse://" + l.Addr().String() + "/d?table=x&secure=1")
	if err != nil {
		t.Fatal(err)
	}
	from, err := Connect(t.Context(), a).Source("")
	if err == nil {
		_, err = read.Open(t.Context(), read.Query{Data: []read.Source{from}})
	}
	if err == nil || !strings.Contains(err.Error(), "the server has no TLS, which is asked for: ?secure=0 asks for none") {
		t.Errorf("%v", err)
	}
}

// TestCheckStrange: what looks like the address of another database is refused, and its password
// is not repeated.
func TestCheckStrange(t *testing.T) {
	for argument, says := range map[string]string{
		"mysql://me:hunter2@host/db": "mysql://… names no database that can be read: accepted are postgres://",
		"postgress://u:hunter2@h/db": "postgress://…", "jdbc:postgresql://u:hunter2@h/db": "jdbc:postgresql://…",
		"snowflake://u:hunter2@a/db": "as CSV, and read the file", "jdbc:MySQL:u/hunter2@h": "jdbc:MySQL", "oracle://u:hunter2@h": "as CSV", "HTTPS://u:hunter2@x/y.csv": "download the file first",
		"postgres://u:hunter2@h/db": "", "data.csv": "", "select '://'": "", "a b://c": "",
	} {
		err := CheckStrange(argument)
		if (err == nil) != (says == "") || err != nil && (!strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "hunter2")) {
			t.Errorf("%s: %v", argument, err)
		}
	}
}

// TestAddresses: an address is shown without its password, whatever it looks like.
func TestAddresses(t *testing.T) {
	for _, c := range []struct{ given, shown, secret, table string }{
		{"postgres://u:hunter2@h:5432/d?table=a.b", "postgres://u@h:5432/d?table=a.b", "hunter2", "a.b"},
		{"postgresql:///d?password=hunter2&host=/tmp", "postgresql:///d?host=%2Ftmp", "hunter2", ""},
		{"clickhouse://u@h/d?table=x&secure=0", "clickhouse://u@h/d?secure=0&table=x", "", "x"},
	} {
		a, err := ParseAddress(c.given)
		if err != nil || a.String() != c.shown || a.Secret() != c.secret || a.table != c.table {
			t.Errorf("%s: %v, %v", c.given, a, err)
		}
	}
	for _, wrong := range []string{"mysql://x", "postgres://u:hunter2@[h/d", "judgments.csv"} {
		if _, err := ParseAddress(wrong); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}
