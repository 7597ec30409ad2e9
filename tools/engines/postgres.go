//go:build linux

package engines

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// Postgres is a PostgreSQL server for all tests of a package, with the database and
// the owner "owner".
func Postgres(t testing.TB) *Server {
	t.Helper()
	s, err := postgresOnce()
	return must(t, s, err)
}

var postgresOnce = sync.OnceValues(startPostgres)

// postgresProgram finds a program of the server.
func postgresProgram(name string) string {
	all, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if len(all) > 0 {
		return all[len(all)-1]
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return path
}

func startPostgres() (*Server, error) {
	initdb, server := postgresProgram("initdb"), postgresProgram("postgres")
	if initdb == "" || server == "" || postgresProgram("psql") == "" {
		return nil, errors.New("PostgreSQL is not installed (apt-get install postgresql)")
	}
	s, attr, err := newServer("pg")
	if err != nil {
		return nil, err
	}
	data := filepath.Join(s.folder, "data")
	c := exec.Command(initdb, "-D", data, "-U", "owner", "--no-sync", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-instructions")
	c.SysProcAttr, c.Dir, c.Env = attr, s.folder, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.folder}
	if out, err := c.CombinedOutput(); err != nil {
		return s, fmt.Errorf("initdb: %w: %s", err, out)
	}
	// The user called guarded needs a password.
	rules := filepath.Join(data, "pg_hba.conf")
	if err := os.WriteFile(rules, []byte("host all guarded 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n"), 0o644); err != nil {
		return s, err
	}
	ready := func() error {
		_, err := s.PSQL("select 1", "postgres")
		return err
	}
	err = s.start(attr, ready, server, "-D", data, "-p", fmt.Sprint(s.Port), "-h", "127.0.0.1", "-k", "",
		"-c", "fsync=off", "-c", "full_page_writes=off", "-c", "logging_collector=off", "-c", "autovacuum=off", "-c", "max_connections=30",
		"-c", "ssl=on", "-c", "ssl_cert_file="+filepath.Join(s.folder, "server.pem"), "-c", "ssl_key_file="+filepath.Join(s.folder, "server.key"))
	if err == nil {
		_, err = s.PSQL("create database owner", "postgres")
	}
	return s, err
}

// PSQL runs statements as the owner in a database, and returns what psql prints.
func (s *Server) PSQL(sql, database string) (string, error) {
	return run(sql, postgresProgram("psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
		"-h", "127.0.0.1", "-p", fmt.Sprint(s.Port), "-U", "owner", "-d", database, "-f", "-")
}

// Address is the address of the database for the owner.
func (s *Server) Address() string { return fmt.Sprintf("postgres://owner@127.0.0.1:%d/owner", s.Port) }
