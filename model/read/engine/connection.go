//go:build !nodata

package engine

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
)

// connectionProblem says what is wrong with a connection.
func connectionProblem(err error, rows int64, a *Address) string {
	var certificate *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var lookup *net.DNSError
	words := "; the system says: " + innermost(err)
	switch {
	case rows > 0 || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE):
		return fmt.Sprintf("%s%s", sentences[stopped], words)
	case errors.Is(err, syscall.ECONNREFUSED):
		return "no database listens at " + a.url.Host + ": start it, or correct host and port" + words
	case errors.As(err, &lookup):
		return "there is no host " + a.url.Hostname() + words
	case errors.As(err, &host):
		return "the certificate of the server is for another host: use the name that the certificate has" + words
	case errors.As(err, &certificate), errors.As(err, &authority):
		return "the server cannot be verified: name its certificate authority (docs/formats.md)" + words
	case strings.Contains(words, "refused TLS"):
		return "the server has no TLS, which is asked for: ?sslmode=disable asks for none" + words
	case strings.Contains(words, "HTTP response to HTTPS"):
		return "the server has no TLS, which is asked for: ?secure=0 asks for none" + words
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded), errors.Is(err, syscall.ETIMEDOUT):
		return "the server does not answer" + words
	}
	return "the database cannot be reached" + words
}
