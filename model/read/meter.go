package read

import (
	"sync/atomic"
	"time"
)

// Meter tells how far [Open] has come. It may be asked at any time from any goroutine. The
// zero value is ready to use; a nil Meter counts nothing.
type Meter struct {
	file              atomic.Pointer[string]
	bytes, size, rows atomic.Int64
}

// Progress is how far reading has come.
type Progress struct {
	File  string // being read, as the user named it, or the title of a database; "" before the first
	Bytes int64  // of it, as stored
	Size  int64  // of it, as stored; 0 if unknown, such as the size of a pipe
	Rows  int64  // of all files
}

// Progress returns how far reading has come.
func (m *Meter) Progress() Progress {
	if m == nil {
		return Progress{}
	}
	p := Progress{Bytes: m.bytes.Load(), Size: m.size.Load(), Rows: m.rows.Load()}
	if name := m.file.Load(); name != nil {
		p.File = *name
	}
	return p
}

// Share is the share of the file that is read, from 0 to 1; 0 where its size is not known.
func (p Progress) Share() float64 {
	if p.Size <= 0 {
		return 0
	}
	return min(1, float64(p.Bytes)/float64(p.Size))
}

// Left returns how long the rest of the file takes at the rate so far; elapsed is the time
// since reading began. It is 0 if the size is unknown.
func (p Progress) Left(elapsed time.Duration) time.Duration {
	share := p.Share()
	if share <= 0 {
		return 0
	}
	return time.Duration(float64(elapsed) * (1 - share) / share)
}

// begin starts a file, or rows without bytes.
func (m *Meter) begin(name string, size int64) {
	if m != nil {
		m.file.Store(&name)
		m.bytes.Store(0)
		m.size.Store(size)
	}
}

// rowsBetween is how many rows are read from one count to the next.
const rowsBetween = 1024

// row counts the n-th row of all files.
func (m *Meter) row(n int) {
	if m != nil && n%rowsBetween == 0 {
		m.rows.Store(int64(n))
	}
}
