package read

import (
	"fmt"
	"io"
	"sync"
)

// ahead reads from another reader in a goroutine of its own, so that a file is
// decompressed on one processor while its lines are cut on another.
type ahead struct {
	full   chan chunk
	empty  chan []byte
	stop   chan struct{}
	once   sync.Once
	closed sync.WaitGroup
	now    chunk // what is being handed out
	rest   []byte
}

// chunk is what one read returned.
type chunk struct {
	data []byte // of a buffer of bufferSize
	err  error
}

// aheadChunks is how many buffers are in use at a time.
const aheadChunks = 4

func newAhead(r io.Reader) *ahead {
	a := &ahead{
		full:  make(chan chunk, aheadChunks),
		empty: make(chan []byte, aheadChunks),
		stop:  make(chan struct{}),
	}
	for range aheadChunks {
		a.empty <- make([]byte, bufferSize)
	}
	a.closed.Go(func() { a.fill(r) })
	return a
}

// fill reads until the end, an error, or Close. A decompressor that panics at
// damaged data would end the program from here: that is an error of the file.
func (a *ahead) fill(r io.Reader) {
	defer func() {
		if p := recover(); p != nil {
			a.full <- chunk{err: fmt.Errorf("damaged: %v", p)}
		}
	}()
	for {
		select {
		case <-a.stop:
			return
		case b := <-a.empty:
			n, err := io.ReadFull(r, b)
			if err == io.ErrUnexpectedEOF && n > 0 {
				// Either the end, or a compressed file that was cut off: the next
				// read tells which.
				err = nil
			}
			a.full <- chunk{b[:n], err} // has room: there are no more buffers than places
			if err != nil {
				return
			}
		}
	}
}

// Read implements io.Reader.
func (a *ahead) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.now.err != nil {
			return 0, a.now.err
		}
		if a.now.data != nil {
			a.empty <- a.now.data[:cap(a.now.data)]
		}
		a.now = <-a.full
		a.rest = a.now.data
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// Close stops reading ahead. When it returns, the other reader is not used any
// more.
func (a *ahead) Close() error {
	a.once.Do(func() { close(a.stop) })
	a.closed.Wait()
	return nil
}
