//go:build !nodata

package engine

import "testing"

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
