//go:build linux

package engines

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Authority is the file of the certificate authority that the server's certificate is of.
// The certificate is for the address 127.0.0.1 alone.
func (s *Server) Authority() string { return filepath.Join(s.folder, "ca.pem") }

// certify makes a certificate authority of the server's own and a certificate of it, in
// the files ca.pem, server.pem and server.key of the server's folder.
func (s *Server) certify(uid, gid int) error {
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "an authority of a test"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	server := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "a server of a test"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: authority.NotBefore, NotAfter: authority.NotAfter, KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	signing, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	ca, err := x509.CreateCertificate(rand.Reader, authority, authority, &signing.PublicKey, signing)
	if err != nil {
		return err
	}
	cert, err := x509.CreateCertificate(rand.Reader, server, authority, &key.PublicKey, signing)
	if err != nil {
		return err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	for _, file := range []struct {
		name, kind string
		bytes      []byte
	}{{"ca.pem", "CERTIFICATE", ca}, {"server.pem", "CERTIFICATE", cert}, {"server.key", "PRIVATE KEY", private}} {
		path := filepath.Join(s.folder, file.name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: file.kind, Bytes: file.bytes}), 0o600); err != nil {
			return err
		}
		if err := os.Chown(path, uid, gid); err != nil {
			return err
		}
	}
	return os.Chmod(s.folder, 0o755)
}
