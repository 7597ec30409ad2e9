package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"fms-tui/model/read"
	"fms-tui/model/read/engine"
)

// databases are the connections of one run, and the passwords that its arguments held.
type databases struct {
	secrets  map[string]string // by address without password
	mutex    sync.Mutex        // of sessions: opening may go on while the program ends
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
	d.mutex.Lock()
	defer d.mutex.Unlock()
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
func (p *program) endReading() (first error) {
	d := &p.databases
	d.mutex.Lock()
	sessions := d.sessions
	d.sessions = nil
	d.mutex.Unlock()
	for _, s := range sessions {
		first = cmp.Or(first, s.Close())
	}
	return first
}

// piped is stdin, or a pipe that is named like a file. Everything that was read is kept, in a
// temporary file: it must be read again if the user is asked how to read it. Nothing waits for
// unread input.
type piped struct {
	name   string
	open   func() (io.ReadCloser, error)
	from   io.Reader // nil before it is opened
	ended  error     // of from
	limits read.Limits
	size   int64 // bytes that are kept so far
	kept   interface {
		io.ReaderAt
		io.WriterAt
	}
	chunk []byte
}

// pipedChunk is how much is read at once.
const pipedChunk = 1 << 20

// pipedSource is a pipe as a file that can be opened again.
func (p *program) pipedSource(name string, open func() (io.ReadCloser, error)) read.Source {
	k := p.piped[name]
	if k == nil {
		if p.piped == nil {
			p.piped = make(map[string]*piped)
		}
		k = &piped{name: name, open: open, limits: p.limits, chunk: make([]byte, pipedChunk)}
		p.piped[name] = k
	}
	return read.Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(&replay{of: k}), nil }, Limits: p.limits}
}

// isPipe tells whether a path names a pipe, such as that of <(command) in a shell.
func isPipe(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&os.ModeNamedPipe != 0
}

// fetch reads another chunk, and keeps it: in a file without a name that ends with the process,
// or in memory where there can be no file.
func (k *piped) fetch() error {
	if k.from == nil && k.ended == nil {
		k.from, k.ended = k.open()
		if file, err := read.Unnamed(); err == nil {
			k.kept = file
		} else {
			k.kept = new(memoryFile)
		}
	}
	if k.ended == nil && k.size > k.limits.Most("stdin") {
		k.ended = k.limits.Exceeded(k.name, 0, "stdin", "is larger than %s bytes, all of which are kept to be read again: write it to a file, and name the file")
	}
	n := 0
	for n == 0 && k.ended == nil {
		n, k.ended = k.from.Read(k.chunk)
	}
	if n == 0 {
		return k.ended
	}
	if _, err := k.kept.WriteAt(k.chunk[:n], k.size); err != nil {
		k.ended = fmt.Errorf("%s cannot be kept in a temporary file: %w", k.name, err)
		return k.ended
	}
	k.size += int64(n)
	return nil
}

// replay reads a pipe from its beginning.
type replay struct {
	of *piped
	at int64
}

func (r *replay) Read(p []byte) (int, error) {
	if r.at == r.of.size {
		if err := r.of.fetch(); err != nil {
			return 0, err
		}
	}
	n, err := r.of.kept.ReadAt(p[:min(int64(len(p)), r.of.size-r.at)], r.at)
	r.at += int64(n)
	return n, err
}

// memoryFile is a file in memory that grows at its end.
type memoryFile struct{ bytes []byte }

func (m *memoryFile) WriteAt(p []byte, at int64) (int, error) {
	m.bytes = append(m.bytes[:at], p...)
	return len(p), nil
}

func (m *memoryFile) ReadAt(p []byte, at int64) (int, error) { return copy(p, m.bytes[at:]), nil }
