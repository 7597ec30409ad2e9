//go:build linux

package engines

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Authority is the file of the server's certificate, which is its own authority. It is for the
// address 127.0.0.1 alone.
func (s *Server) Authority() string { return filepath.Join(s.folder, "server.pem") }

// certify makes a certificate that signs itself, in the files server.pem and server.key of the
// server's folder.
func (s *Server) certify(uid, gid int) error {
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "a server of a test"}, IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	cert, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		return err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	write := func(path, kind string, content []byte) error {
		return errors.Join(os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}), 0o600), os.Chown(path, uid, gid))
	}
	return errors.Join(write(s.Authority(), "CERTIFICATE", cert), write(filepath.Join(s.folder, "server.key"), "PRIVATE KEY", private), os.Chmod(s.folder, 0o755))
}
