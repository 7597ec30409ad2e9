// Package engines starts database servers for tests: from Debian's packages, as an
// ordinary user, on loopback, in a temporary folder. A test that needs a server which
// is not installed is skipped, and says so.
package engines
