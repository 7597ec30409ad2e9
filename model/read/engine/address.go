package engine

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// Address is a database as the user names it, without its password.
type Address struct {
	url    *url.URL // without password
	table  string   // of ?table=; "" for none
	secret string   // the password of the URL; "" for none
}

// IsAddress tells whether an argument names a database and no file.
func IsAddress(argument string) bool {
	scheme, _, found := strings.Cut(argument, "://")
	return found && (strings.EqualFold(scheme, "postgres") || strings.EqualFold(scheme, "postgresql"))
}

// accepted are the addresses that can be read.
const accepted = "accepted is postgres://user@host/database?table=NAME"

// strange is an address of something that is no known database: its scheme, and the rest.
var strange = regexp.MustCompile(`^(?i:(jdbc:[a-z0-9]+):|([a-z][a-z0-9+.-]*)://)`)

// CheckStrange returns an error for an argument that looks like an address, but of no database
// that can be read. It repeats the scheme alone: the rest may hold a password.
func CheckStrange(argument string) error {
	m := strange.FindStringSubmatch(argument)
	if m == nil {
		return nil
	}
	scheme := m[1] + m[2]
	switch engine := strings.ToLower(scheme); {
	case IsAddress(argument):
		return nil
	case engine == "clickhouse":
		return fmt.Errorf("%s://… cannot be read as a database: write a file with clickhouse-client and FORMAT Parquet, and read the file", scheme)
	case engine == "http" || engine == "https":
		return fmt.Errorf("%s://… is on the network, where only databases are read: download the file first", scheme)
	}
	return fmt.Errorf("%s://… names no database that can be read: %s; export the table as CSV, and read the file", scheme, accepted)
}

// ParseAddress reads an address such as postgres://user@host:5432/db?table=judgments.
// An error does not repeat the argument, which may hold a password.
func ParseAddress(argument string) (*Address, error) {
	if !IsAddress(argument) {
		return nil, fmt.Errorf("is not an address of a database: %s", accepted)
	}
	u, err := url.Parse(argument)
	if err != nil {
		if wrong, is := errors.AsType[*url.Error](err); is {
			err = wrong.Err
		}
		if strings.Contains(argument, "@") { // what is wrong may be the password, and is then repeated
			err = errors.New("characters such as @ : / # % in a user or password are written %40 %3A %2F %23 %25")
		}
		return nil, fmt.Errorf("the address of the database cannot be read: %w", err)
	}
	a := &Address{url: u}
	q := u.Query()
	a.table = q.Get("table")
	if u.User != nil {
		if secret, set := u.User.Password(); set {
			a.secret = secret
			u.User = url.User(u.User.Username())
		}
	}
	for key := range q {
		if strings.Contains(strings.ToLower(key), "password") {
			if !strings.EqualFold(key, "sslpassword") {
				a.secret = q.Get(key)
			}
			q.Del(key)
		}
	}
	u.RawQuery = q.Encode()
	u.Fragment = ""
	return a, nil
}

// String is the address without its password, as all output shows it.
func (a *Address) String() string { return a.url.String() }

// Secret is the password that the URL held, "" for none.
func (a *Address) Secret() string { return a.secret }

// WithSecret returns the address with a password.
func (a *Address) WithSecret(secret string) *Address {
	out := *a
	out.secret = secret
	return &out
}
