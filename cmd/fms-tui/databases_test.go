//go:build linux

package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fms-tui/internal/engines"
)

// TestSecrets: a password in an address is in nothing that the program prints.
func TestSecrets(t *testing.T) {
	for _, args := range [][]string{
		{"check", "postgres://u:hunter2@127.0.0.1:1/d?table=x"},
		{"select", "postgres://u@127.0.0.1:1/d?table=x&password=hunter2", "--json"},
		{"check", "postgres://u:hunter2@127.0.0.1:1/d"},
		{"check", "postgres://u:hunter2@[bad/d?table=x"},
		{"check", "postgres://u:hunter2%zz@127.0.0.1/d"},
		{"check", "x.csv", "--labels=postgres://u:hunter2@127.0.0.1:1/d?table=x"},
		{"sample", "postgres://u:hunter2@127.0.0.1:1/d?table=x"},
	} {
		var out, err strings.Builder
		if status := run(t.Context(), args, strings.NewReader(""), &out, &err, nil); status == 0 {
			t.Errorf("%q succeeded", args)
		}
		if said := out.String() + err.String(); strings.Contains(said, "hunter2") || said == "" {
			t.Errorf("%q says %s", args, said)
		}
	}
}

// scores makes a table of scores, of which whoever is guarded may read with a password.
func scores(t *testing.T, s *engines.Server) {
	t.Helper()
	sql := `drop table if exists scores cascade; create table scores as select 'o' || i as item, a as criterion, (i * 7 + k * length(a) * i) % 5 + k as score, 'w' || (i + k * 3) % 11 as worker, (i % 13)::float8 as quality
		from generate_series(1, 60) i, unnest(array['tall', 'kind', 'old']) a, generate_series(1, 2) k;
		do $$ begin create role guarded login; exception when duplicate_object then null; end $$; alter role guarded password 'hunter2'; grant select on scores to guarded`
	if _, err := s.PSQL(sql, "owner"); err != nil {
		t.Fatal(err)
	}
}

// TestDatabaseOpening: the screen shows itself while a query runs, and esc and ctrl+c stop
// the query on the server too.
func TestDatabaseOpening(t *testing.T) {
	s := engines.Postgres(t)
	scores(t, s)
	// Rows come in order, one after another.
	slow := "select item, criterion, score, worker, quality from (select * from scores cross join generate_series(1, 200) order by item offset 0) s where pg_sleep(0.0005) is not null"
	for _, key := range []string{"\x1b", "\x03"} {
		u := on(t, 100, 30, command(t, nil, s.Address(), "--sql", slow, "--label", "quality"))
		u.awaitText("Reading query of 127.0.0.1", "rows a second", "esc cancel")
		u.send(key)
		u.ends(statusDone)
		for limit := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			left, err := s.PSQL("select count(*) from pg_stat_activity where application_name = 'fms-tui'", "owner")
			if err != nil {
				t.Fatal(err)
			}
			if strings.TrimSpace(left) == "0" {
				break
			}
			if time.Now().After(limit) {
				t.Fatalf("%q leaves %s connections", key, left)
			}
		}
	}
}

// TestDatabaseSecrets: a password is in nothing that commands print or write, nor on the
// screen, in its copied command or its state. The screen says of what date kept sums are.
func TestDatabaseSecrets(t *testing.T) {
	s := engines.Postgres(t)
	scores(t, s)
	dir := t.TempDir()
	t.Chdir(dir)
	address := strings.Replace(s.Address(), "owner@", "guarded:hunter2@", 1) + "?table=scores"
	label := []string{address, "--label", "quality"}
	for _, args := range [][]string{
		{"check", "--form", "json"},
		{"select", "--json", "--budget", "4"},
		{"export", "--budget", "4", "-o", "predictor.json"},
		{"moments", "-o", "scores.moments"},
		{"report", "--budget", "4", "-o", "report.html"},
	} {
		var out, said strings.Builder
		args = append(args, label...)
		if status := run(t.Context(), args, strings.NewReader(""), &out, &said, nil); status != 0 {
			t.Errorf("%q: %d: %s", args, status, said.String())
		}
		if strings.Contains(out.String()+said.String(), "hunter2") {
			t.Errorf("%q says %s%s", args, out.String(), said.String())
		}
	}
	u := on(t, 160, 40, command(t, []string{"XDG_STATE_HOME=" + dir}, append(label, "--bootstrap", "0")...))
	u.await(footer)
	u.send("C")
	u.awaitText("copied the command: fms-tui")
	if copied := u.clipped(1); !strings.Contains(copied, "guarded@127.0.0.1") {
		t.Errorf("the copied command is %s", copied)
	}
	u.send("q")
	u.ends(statusDone)
	if strings.Contains(u.written(), "hunter2") {
		t.Error("the screen shows the password")
	}
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if files++; bytes.Contains(text, []byte("hunter2")) {
			t.Errorf("%s holds the password", path)
		}
		return err
	})
	if err != nil || files < 4 {
		t.Errorf("%d files: %v", files, err)
	}
}

// TestDatabaseComposite: two columns of a table make up the object, as of a file.
func TestDatabaseComposite(t *testing.T) {
	s := engines.Postgres(t)
	const made = `create table pairs as select 'd' || d as doc, 's' || k as system, c.criterion, (7*d + 5*k + 3*r + length(c.criterion)) % 5 as score, 'w' || r as worker, (3*d + 2*k) % 7 as quality
		from generate_series(1, 20) d, generate_series(1, 3) k, generate_series(1, 2) r, (values ('clear'), ('deep')) c(criterion)`
	if _, err := s.PSQL(made, "owner"); err != nil {
		t.Fatal(err)
	}
	pairs := s.Address() + "?table=pairs"
	for _, args := range [][]string{
		{pairs, "--object-col", "doc,system", "--rater-col", "worker"},
		{pairs, "--yes"},
		{s.Address(), "--sql", "select * from pairs order by md5(doc || system || criterion || worker)", "--object-col", "doc,system"},
	} {
		fms(t, append(append([]string{"check"}, args...), "--label", "quality")...).shows(t, "60 objects, 2 attributes")
	}
}

// TestEndWhileOpening: the program may end while its data are still opened.
func TestEndWhileOpening(t *testing.T) {
	p := &program{}
	var opening sync.WaitGroup
	opening.Go(func() {
		for range 2000 {
			if _, err := p.session(t.Context(), "postgres://nobody@127.0.0.1:1/none?table=x"); err != nil {
				t.Error(err)
			}
		}
	})
	for range 2000 {
		if err := p.endReading(); err != nil {
			t.Error(err)
		}
	}
	opening.Wait()
}
