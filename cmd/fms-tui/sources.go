package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/model/read/engine"
)

// databases are the connections of one run, and the passwords that its arguments held.
type databases struct {
	secrets  map[string]string // by address without password
	sessions sync.Map          // by address: opening may go on while the program ends
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
	s, _ := p.databases.sessions.LoadOrStore(address, engine.Connect(ctx, a.WithSecret(p.databases.secrets[address])))
	return s.(*engine.Session), nil
}

// queryOf is the question what files hold, as flags read them. --labels-sql asks the first database
// of the data.
func queryOf(ctx context.Context, p *program, paths []string, f *flags) (q read.Query, err error) {
	address := slices.IndexFunc(paths, engine.IsAddress)
	for _, sql := range []struct{ flag, query string }{{"--sql", f.read.SQL}, {"--labels-sql", f.read.LabelsSQL}} {
		if sql.query != "" && address < 0 {
			return q, misused("%s asks a database, and DATA names none", sql.flag)
		}
	}
	q.Options = f.reading()
	if q.Data, err = p.sources(ctx, paths, f.read.SQL); err != nil {
		return q, err
	}
	if q.Labels, err = p.sources(ctx, f.labels, ""); err != nil || f.read.LabelsSQL == "" {
		return q, err
	}
	s, err := p.session(ctx, paths[address])
	if err != nil {
		return q, err
	}
	source := s.Query(f.read.LabelsSQL)
	source.Limits = p.limits
	q.Labels = append(q.Labels, source)
	return q, nil
}

// sources are the files of the given paths. - is stdin. Pipes are kept: they must be read
// again if the user is asked how to read them. sql is the query of databases.
func (p *program) sources(ctx context.Context, paths []string, sql string) ([]read.Source, error) {
	var all []read.Source
	for _, path := range paths {
		s := read.File(path)
		info, err := os.Stat(path)
		switch {
		case engine.IsAddress(path):
			session, err := p.session(ctx, path)
			if err != nil {
				return nil, err
			}
			if s, err = session.Source(sql); err != nil {
				return nil, err
			}
		case path == "-":
			s = p.pipedSource("stdin", func() (io.ReadCloser, error) { return io.NopCloser(p.stdin), nil })
		case err == nil && info.Mode()&os.ModeNamedPipe != 0: // such as <(command) in a shell
			s = p.pipedSource(path, s.Open)
		}
		s.Limits, s.Unchecked = p.limits, p.force
		all = append(all, s)
	}
	return all, nil
}

// readOne reads a file that is no data, and tells what is odd about it.
func readOne[T any](ctx context.Context, p *program, path string, parse func(read.Source) (T, []model.Finding, error)) (x T, err error) {
	sources, err := p.sources(ctx, []string{path}, "")
	if err != nil {
		return x, err
	}
	x, found, err := parse(sources[0])
	p.warn(found...)
	return x, err
}

func (p *program) endReading() {
	p.databases.sessions.Range(func(address, s any) bool {
		p.databases.sessions.Delete(address)
		s.(*engine.Session).Close()
		return true
	})
}

// piped is stdin, or a pipe that is named like a file. Everything that was read is kept, in a file
// without a name that ends with the process: it must be read again if the user is asked how to read
// it. Nothing waits for unread input.
type piped struct {
	name   string
	open   func() (io.ReadCloser, error)
	from   io.Reader // nil before it is opened
	limits read.Limits
	size   int64 // bytes that are kept so far
	kept   *os.File
}

// pipedSource is a pipe as a file that can be opened again.
func (p *program) pipedSource(name string, open func() (io.ReadCloser, error)) read.Source {
	k := p.piped[name]
	if k == nil {
		if p.piped == nil {
			p.piped = make(map[string]*piped)
		}
		k = &piped{name: name, open: open, limits: p.limits}
		p.piped[name] = k
	}
	return read.Source{Name: name, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(io.NewSectionReader(k.kept, 0, k.size), k)), nil
	}}
}

func (k *piped) Read(p []byte) (n int, err error) {
	if k.from == nil {
		if k.from, err = k.open(); err != nil {
			return 0, err
		}
	}
	if k.size > k.limits.Most("stdin") {
		return 0, k.limits.Exceeded(k.name, 0, "stdin", "is larger than %s bytes, all of which are kept to be read again: write it to a file, and name the file")
	}
	n, ended := k.from.Read(p)
	if k.kept == nil {
		k.kept, err = read.Unnamed()
	}
	if err == nil {
		_, err = k.kept.WriteAt(p[:n], k.size)
	}
	if err != nil {
		return 0, fmt.Errorf("%s cannot be kept in a temporary file: %w", k.name, err)
	}
	k.size += int64(n)
	return n, ended
}
