//go:build linux

package engines_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fms-tui/internal/session"
	"fms-tui/tools/build"
	"fms-tui/tools/engines"
)

// patience is how long a screen may take to be as awaited on a busy machine.
const patience = 60 * time.Second

// built is the program, in a folder that TestMain removes.
var built = sync.OnceValues(func() (program string, err error) {
	if programFolder, err = os.MkdirTemp("", "fms-program"); err == nil {
		program, err = build.Program(context.Background(), programFolder)
	}
	return program, err
})

var programFolder string

// command is the program, in a folder.
func command(t *testing.T, dir string, args ...string) *exec.Cmd {
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, args...)
	c.Dir, c.Env = dir, append(build.Environment(), "HOME="+dir, "XDG_STATE_HOME="+dir)
	return c
}

// screen is the program on a terminal, which types keys once a screen has all of some texts.
type screen struct {
	*testing.T
	*session.Session
}

func onTerminal(t *testing.T, dir string, args ...string) screen {
	s, err := session.Start(command(t, dir, args...), 160, 40)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(s.Close)
	return screen{t, s}
}

func (s screen) typeAt(keys string, texts ...string) {
	s.Helper()
	if _, err := s.Until(patience, session.Contains(texts...)); err != nil {
		s.Fatal(err)
	}
	if err := s.Type(keys); err != nil {
		s.Fatal(err)
	}
}

func (s screen) ends() {
	s.Helper()
	if status, err := s.Wait(patience); err != nil || status != 0 {
		s.Fatal(status, err)
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
		u := onTerminal(t, t.TempDir(), s.Address(), "--sql", slow, "--label", "quality")
		u.typeAt(key, "Reading query of 127.0.0.1", "rows a second", "esc cancel")
		u.ends()
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
	address := strings.Replace(s.Address(), "owner@", "guarded:hunter2@", 1) + "?table=scores"
	label := []string{address, "--label", "quality"}
	for _, args := range [][]string{
		{"check", "--form", "json"},
		{"select", "--json", "--budget", "4"},
		{"export", "--budget", "4", "-o", "predictor.json"},
		{"moments", "-o", "scores.moments"},
		{"report", "--budget", "4", "-o", "report.html"},
	} {
		args = append(args, label...)
		said, err := command(t, dir, args...).CombinedOutput()
		if err != nil || bytes.Contains(said, []byte("hunter2")) {
			t.Errorf("%q: %v: %s", args, err, said)
		}
	}
	u := onTerminal(t, dir, append(label, "--bootstrap", "0")...)
	u.typeAt("C", "enter go on")
	u.typeAt("q", "copied the command: fms-tui")
	u.ends()
	var written strings.Builder
	for _, c := range u.Output() {
		written.Write(c.Text)
	}
	_, copied, _ := strings.Cut(written.String(), "\x1b]52;c;")
	copied, _, _ = strings.Cut(copied, "\a")
	line, err := base64.StdEncoding.DecodeString(copied)
	if err != nil || !bytes.Contains(line, []byte("guarded@127.0.0.1")) || bytes.Contains(line, []byte("hunter2")) || strings.Contains(written.String(), "hunter2") {
		t.Errorf("the screen shows the password, or the copied command is %s: %v", line, err)
	}
	files := 0
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
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
		said, err := command(t, t.TempDir(), append(append([]string{"check"}, args...), "--label", "quality")...).Output()
		if err != nil || !bytes.Contains(said, []byte("60 objects, 2 attributes")) {
			t.Errorf("%q: %v: %s", args, err, said)
		}
	}
}
