package read

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/klauspost/compress/zstd"

	"fms-tui/model"
)

// Source is a file or whatever else can be opened like one.
type Source struct {
	Name string // as the user named it; its suffix may help to tell the format
	Open func() (io.ReadCloser, error)
	// Database is the source of rows that are in no file: a table or a query of a database.
	// Package engine implements it for the databases that the program knows.
	Database Database
	// Limits bound the source's demands; the zero value means the usual limits.
	Limits Limits
	// Unchecked reads a predictor or a rule whose checksum is wrong.
	Unchecked bool
	part      string    // of a file of several tables; "" for what is found first
	order     *rowOrder // of the rows of Database
	byObject  string    // the column in whose order rows of Database come
	shard     Shard     // of Database
	meter     *Meter    // nil where nobody asks
}

// Inside takes FILE#PART apart, which names a sheet of a workbook or a file in a zip. The part is "" where
// path names none, and where a file has this very name.
func Inside(path string) (file, part string) {
	if at := strings.LastIndexByte(path, '#'); at > 0 {
		if _, err := os.Stat(path); err != nil {
			return path[:at], path[at+1:]
		}
	}
	return path, ""
}

// File is the file of that path, or a part of it: see [Inside].
func File(path string) Source {
	file, part := Inside(path)
	return Source{Name: path, part: part, Open: func() (io.ReadCloser, error) {
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			return nil, errors.New("it is a directory: name the files in it")
		}
		return os.Open(file)
	}}
}

// Bytes is a file held in memory, for embedded data and tests.
func Bytes(name string, data []byte) Source {
	return Source{Name: name, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(data)), nil
	}}
}

const (
	bufferSize = 64 << 10 // of each buffer between the disk and the cells
	maxWindow  = 1 << 30  // the memory that a zstd file can ask for
)

// unpack reads what is packed, which the first bytes tell, whatever the file is called; nil where nothing is.
func unpack(packed *bufio.Reader) (io.Reader, error) {
	switch head, _ := packed.Peek(4); {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return gzip.NewReader(packed)
	case string(head) == "\x28\xb5\x2f\xfd":
		return zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow))
	}
	return nil, nil
}

// read opens s and hands its table to use, or returns the moments that s holds, nil
// where it is no moments file. Every error it returns is an *Error or one of use's.
func (s Source) read(f form, use func(table) error) (from model.Source, moments *Moments, err error) {
	f.limits, f.part = s.Limits, s.part
	if s.Database != nil {
		from, err = s.readDatabase(f, use)
		return from, nil, err
	}
	from.File = s.Name
	from.SHA256, err = s.content(func(content *bufio.Reader, size int64) error {
		f.size = size
		if found, err := s.moments(content); found != nil || err != nil {
			moments = &Moments{Content: found}
			return err
		}
		t, err := openTable(s.Name, content, f)
		if err != nil {
			return err
		}
		return use(t)
	})
	if moments != nil {
		moments.File = from
	}
	return from, moments, err
}

// readTable is read where moments are an error: what names what was expected.
func (s Source) readTable(f form, what string, use func(table) error) (model.Source, error) {
	from, moments, err := s.read(f, use)
	if err == nil && moments != nil {
		err = &Error{File: s.Name, Message: "holds the moments of judgments, not " + what}
	}
	return from, err
}

// content opens s, hands its bytes, decompressed, to use, and returns the SHA-256 of the
// bytes as stored. use also hears how many bytes there are, 0 where nobody knows.
func (s Source) content(use func(content *bufio.Reader, size int64) error) (sum string, err error) {
	file, err := s.Open()
	if err != nil {
		cause := err
		if path, is := errors.AsType[*fs.PathError](err); is {
			cause = path.Err
		}
		return "", &Error{File: s.Name, Message: "cannot be opened: " + cause.Error(), Err: err}
	}
	defer file.Close()
	hash := sha256.New()
	from, size := &stored{r: io.TeeReader(file, hash), file: file, before: regular(file), of: s}, int64(0)
	if from.before != nil {
		size = from.before.Size()
	}
	s.meter.begin(s.Name, size)
	packed := bufio.NewReaderSize(from, bufferSize)
	content := packed
	r, err := unpack(packed)
	if err != nil {
		return "", readError(s.Name, 0, from.blamed(err))
	}
	if r != nil {
		content, size = bufio.NewReaderSize(&unpacking{r, from, 0}, bufferSize), 0
	}
	if err := use(content, size); err != nil {
		return "", err
	}
	for _, rest := range []*bufio.Reader{content, packed} { // to where the compressed data end, and the file
		if _, err := io.Copy(io.Discard, rest); err != nil {
			return "", readError(s.Name, 0, err)
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil)), nil
}

// regular is a regular file as it is now; nil for anything else.
func regular(file io.Reader) fs.FileInfo {
	if f, ok := file.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return info
		}
	}
	return nil
}

// readError explains why reading a file stopped after the given number of lines.
func readError(file string, line int, err error) error {
	if told, is := errors.AsType[*Error](err); is {
		if told.Err != nil && told.Line == 0 { // damage, which knows of no lines
			told.Line = line
		}
		return told
	}
	return &Error{File: file, Line: line, Message: "cannot be read: " + err.Error(), Err: err}
}

// stored is what is read of a file as stored.
type stored struct {
	r      io.Reader
	file   io.Reader   // that r reads
	before fs.FileInfo // of the file when it was opened; nil for a pipe or a device, which may change
	n      int64
	of     Source // whose meter hears of it
	failed bool   // reading, for another cause than what the data hold
}

func (s *stored) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if s.n += int64(n); s.of.meter != nil {
		s.of.meter.bytes.Add(int64(n))
	}
	if err == io.EOF && s.before != nil { // of what was read, one part may be of before a change and another of after
		if now := regular(s.file); now != nil && (now.Size() != s.before.Size() || !now.ModTime().Equal(s.before.ModTime())) {
			err = errors.New("it changed while it was read; read it again when no program writes to it")
		}
	}
	s.failed = s.failed || err != nil && err != io.EOF
	return n, err
}

// blamed is an error of unpacking: the data are damaged unless reading them failed.
func (s *stored) blamed(err error) error {
	if err == nil || err == io.EOF || s.failed {
		return err
	}
	return &Error{File: s.of.Name, Message: fmt.Sprintf("the compressed file is damaged or was copied in part (%v): compress it anew", err), Err: err}
}

// unpacking is what comes out of compressed data.
type unpacking struct {
	r    io.Reader // which reads from
	from *stored
	n    int64
}

// Read implements io.Reader. A decompressor that panics at damaged data is an error of the file.
func (u *unpacking) Read(p []byte) (n int, err error) {
	defer func() {
		if damage := recover(); damage != nil {
			n, err = 0, u.from.blamed(fmt.Errorf("damaged: %v", damage))
		}
	}()
	n, err = u.r.Read(p)
	u.n += int64(n)
	if e := u.from.of.Limits.CheckUnpacked(u.from.of.Name, u.n, u.from.n); e != nil {
		return n, e
	}
	return n, u.from.blamed(err)
}

// title is how a source is called on screen.
func (s Source) title() string {
	if s.Database != nil {
		return s.Database.Title()
	}
	return filepath.Base(s.Name)
}

// dataName is how a data set read from these sources is called on screen.
func dataName(sources []Source) string {
	name := sources[0].title()
	suffixes := []string{".gz", ".zst"} // before suffixes that they end with
	for _, f := range formats() {
		suffixes = append(suffixes, f.suffixes...)
	}
	for _, suffix := range suffixes {
		if stem := name[:max(0, len(name)-len(suffix))]; stem != "" && strings.EqualFold(name[len(stem):], suffix) {
			name = stem
		}
	}
	if more := len(sources) - 1; more > 0 {
		name = fmt.Sprintf("%s and %d more", name, more)
	}
	return printable(name)
}

// Unnamed returns an empty temporary file that is gone when it is closed, or when the process
// ends, however that ends: no name leads to it.
func Unnamed() (*os.File, error) {
	f, err := os.CreateTemp("", "fms-tui-")
	if err != nil {
		return nil, err
	}
	if runtime.GOOS == "windows" { // an open file keeps its name there
		const deleteOnClose = 0x04000000 // with its last handle (FILE_FLAG_DELETE_ON_CLOSE)
		f.Close()
		return os.OpenFile(f.Name(), os.O_RDWR|deleteOnClose, 0o600)
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
