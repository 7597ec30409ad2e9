package main

import (
	"context"
	"strings"
	"sync/atomic"

	"fms-tui/model/read"
	"fms-tui/model/read/engine"
)

// databases are the connections of one run, and the passwords that its arguments held.
type databases struct {
	secrets  map[string]string // by address without password
	sessions map[string]*engine.Session
	asked    atomic.Bool // there is a session
}

// withoutSecrets returns the arguments with the addresses of databases without their
// passwords, which are kept aside: whatever is shown, kept or copied of the arguments
// has none.
func (d *databases) withoutSecrets(args []string) ([]string, error) {
	out := append([]string{}, args...)
	for i, arg := range args {
		before, address := "", arg
		if flag, value, ok := strings.Cut(arg, "="); ok && strings.HasPrefix(flag, "--") {
			before, address = flag+"=", value
		}
		if err := engine.CheckStrange(address); err != nil {
			return nil, misused("%w", err)
		}
		if !engine.IsAddress(address) {
			continue
		}
		a, err := engine.ParseAddress(address)
		if err != nil {
			return nil, misused("%w", err)
		}
		out[i] = before + a.String()
		if a.Secret() != "" {
			if d.secrets == nil {
				d.secrets = make(map[string]string)
			}
			d.secrets[a.String()] = a.Secret()
		}
	}
	return out, nil
}

// session returns the connection to a database, one for all that is read from it.
func (p *program) session(ctx context.Context, address string) (*engine.Session, error) {
	a, err := engine.ParseAddress(address)
	if err != nil {
		return nil, misused("%w", err)
	}
	d := &p.databases
	if s := d.sessions[address]; s != nil {
		return s, nil
	}
	if d.sessions == nil {
		d.sessions = make(map[string]*engine.Session)
	}
	d.asked.Store(true)
	s := engine.Connect(ctx, a.WithSecret(d.secrets[address]))
	d.sessions[address] = s
	return s, nil
}

// labelQuery is the query of --labels-sql, in the first database of the data.
func labelQuery(ctx context.Context, p *program, paths []string, f *flags) ([]read.Source, error) {
	if f.read.LabelsSQL == "" {
		return nil, nil
	}
	for _, path := range paths {
		if !engine.IsAddress(path) {
			continue
		}
		s, err := p.session(ctx, path)
		if err != nil {
			return nil, err
		}
		source := s.Query(f.read.LabelsSQL)
		source.Limits = p.limits
		return []read.Source{source}, nil
	}
	return nil, misused("--labels-sql asks a database, and DATA names none")
}

// endReading closes the connections. An error says that rows changed while they were
// read, where the engine has no snapshot.
func (p *program) endReading() error {
	var first error
	for address, s := range p.databases.sessions {
		if err := s.Close(); err != nil && first == nil {
			first = err
		}
		delete(p.databases.sessions, address)
	}
	return first
}
