//go:build linux

package engines_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fms-tui/tools/engines"
)

// TestTLS: a server is verified by the authority that the address names; one that is
// unknown, for another host, or without TLS, is one sentence.
func TestTLS(t *testing.T) {
	pg := engines.Postgres(t)
	loaded(t, pg, "judgments", draw(20, 1))
	postgres := pg.Address() + "?table=judgments&sslmode=verify-full"
	named := func(address string) string { return strings.Replace(address, "127.0.0.1", "localhost", 1) }
	errorsOf(t, map[string]wrong{
		"verified":   {postgres + "&sslrootcert=" + pg.Authority(), "", ""},
		"unknown":    {postgres, "", "the server cannot be verified: name its certificate authority (docs/formats.md); the system says: x509: "},
		"other host": {named(postgres) + "&sslrootcert=" + pg.Authority(), "", "the certificate of the server is for another host: use the name that the certificate has"},
		"no TLS":     {refusing(t) + "?table=judgments&sslmode=verify-full", "", "the server has no TLS, which is asked for: ?sslmode=disable asks for none"},
	})
}

// refusing is the address of a server that has no TLS.
func refusing(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 8))
			_, _ = c.Write([]byte("N"))
			c.Close()
		}
	}()
	return "postgres://owner@" + l.Addr().String() + "/owner"
}

// TestCredentials: the password comes from the address, the environment, the password
// file or a service, as in every program with libpq.
func TestCredentials(t *testing.T) {
	s := engines.Postgres(t)
	loaded(t, s, "judgments", draw(20, 1))
	psql(t, s, "do $$ begin create role guarded login; exception when duplicate_object then null; end $$; alter role guarded password 'hunter2'; grant select on judgments to guarded")
	guarded := strings.Replace(s.Address(), "owner@", "guarded@", 1) + "?table=judgments"
	files := t.TempDir()
	pass, service := filepath.Join(files, "pass"), filepath.Join(files, "service")
	for path, text := range map[string]string{
		pass:    fmt.Sprintf("127.0.0.1:%d:owner:guarded:hunter2\n", s.Port),
		service: fmt.Sprintf("[study]\nhost=127.0.0.1\nport=%d\ndbname=owner\nuser=guarded\npassword=hunter2\n", s.Port),
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct{ address, key, value string }{
		"none":        {guarded, "PGPASSFILE", "/nowhere"},
		"wrong":       {guarded, "PGPASSWORD", "hunter3"},
		"address":     {strings.Replace(guarded, "guarded@", "guarded:hunter2@", 1), "PGPASSFILE", "/nowhere"},
		"environment": {guarded, "PGPASSWORD", "hunter2"},
		"file":        {guarded, "PGPASSFILE", pass},
		"service":     {"postgres:///?service=study&table=judgments", "PGSERVICEFILE", service},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(c.key, c.value)
			err := opening(t, c.address, "")
			switch wrong := name == "none" || name == "wrong"; {
			case !wrong && err != nil:
				t.Error(err)
			case wrong && (err == nil || !strings.Contains(err.Error(), "does not accept the user or the password")):
				t.Errorf("%v", err)
			case err != nil && strings.Contains(err.Error(), "hunter"):
				t.Errorf("the error shows a password: %v", err)
			}
		})
	}
}
