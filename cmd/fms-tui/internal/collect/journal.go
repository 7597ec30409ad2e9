package collect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"fms-tui/model"
	"fms-tui/model/order"
)

// Journal is the file of all answers so far, a line of JSON each. An answer is on the
// disk before it counts; a line that was cut off in the middle, by a power cut or
// kill -9, is the last one and is dropped.
type Journal struct {
	Dropped bool // the last line was cut off
	path    string
	file    *os.File
	answers map[string]*Answer
	begun   map[string]bool // calls made at least once, answered or not
}

// entry is a line of the journal: a call that begins, or a call with its answers.
type entry struct {
	order.Call
	Begun   string        `json:"begun,omitempty"` // the call's ID, of one that begins
	Answers []float64     `json:"answers,omitempty"`
	Cost    *model.Amount `json:"cost,omitempty"`
	Output  string        `json:"output,omitempty"`
}

// Check returns an error where an entry lacks what it needs.
func (e *entry) Check() error {
	if n, asked := len(e.Answers), len(e.Asks()); e.Begun == "" && e.Call.Check() == nil && n != asked {
		return fmt.Errorf("it holds %d answers to %d questions", n, asked)
	}
	return e.Call.Check()
}

// eachLine reads lines of JSON, blank ones apart. An error begins with the number of its line; hint
// says what is expected there.
func eachLine[T any, P interface {
	*T
	Check() error
}](text []byte, hint string, visit func(line int, x P) error,
) error {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		x := P(new(T))
		err := json.Unmarshal(line, x)
		if err == nil {
			err = x.Check()
		}
		if err != nil {
			return fmt.Errorf(":%d: %s: %s", i+1, strings.TrimPrefix(err.Error(), "json: "), hint)
		}
		if err := visit(i+1, x); err != nil {
			return fmt.Errorf(":%d: %w", i+1, err)
		}
	}
	return nil
}

// OpenJournal opens a journal, a new one where the file does not exist. The lock comes
// before the reading: what a run that ends meanwhile has still written is read, too.
func OpenJournal(path string) (*Journal, error) {
	j := &Journal{path: path, answers: make(map[string]*Answer), begun: make(map[string]bool)}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, cannot("write", path, err)
	}
	j.file = file
	if err := j.open(); err != nil {
		file.Close()
		return nil, err
	}
	return j, nil
}

func (j *Journal) open() error {
	if !j.lock() {
		return fmt.Errorf("%s: another run of collect writes to this journal: wait for its end, or name another journal", j.path)
	}
	text, err := os.ReadFile(j.path)
	if err != nil {
		return cannot("read", j.path, err)
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	err = eachLine(text[:whole], "the line is not an entry of a journal of answers; remove the line to have its call made again, or name another journal", func(_ int, e *entry) error {
		k := key(&e.Call)
		if j.begun[k] = true; e.Begun != "" {
			return nil
		}
		if e.Cost == nil {
			e.Cost = &e.Price
		}
		j.answers[k] = &Answer{Values: e.Answers, Cost: *e.Cost, Output: e.Output}
		return nil
	})
	if err != nil {
		return fmt.Errorf("%s%w", j.path, err)
	}
	if j.Dropped = whole < len(text); !j.Dropped {
		return nil
	}
	return cannot("write", j.path, j.file.Truncate(int64(whole)))
}

// lock asks for the lock for a second. A run that is killed while it starts a command
// leaves the lock to the command for the moment between its fork and its exec, and who
// starts the run again at once shall not hear of a run that is gone.
func (j *Journal) lock() bool {
	const trials, pause = 20, 50 * time.Millisecond
	for range trials {
		if lock(j.file) == nil {
			return true
		}
		time.Sleep(pause)
	}
	return false
}

// Answer returns the answer to a call, nil where there is none yet.
func (j *Journal) Answer(c *order.Call) *Answer { return j.answers[key(c)] }

// UnderWay counts the calls that began and were never answered: they failed, or their run was
// killed.
func (j *Journal) UnderWay() int { return len(j.begun) - len(j.answers) }

// Begin notes that a call is made, before it is, and waits until that is stored.
func (j *Journal) Begin(c *order.Call) error {
	if j.begun[key(c)] {
		return nil
	}
	j.begun[key(c)] = true
	return j.write(&entry{Call: *c, Begun: ID(c)})
}

// Add writes an answer and waits until it is stored.
func (j *Journal) Add(c *order.Call, a *Answer) error {
	err := j.write(&entry{Call: *c, Answers: a.Values, Cost: &a.Cost, Output: a.Output})
	if err == nil {
		j.answers[key(c)], j.begun[key(c)] = a, true
	}
	return err
}

func (j *Journal) write(e *entry) error {
	e.Data = nil // it is the plan's, and may be long
	enc := json.NewEncoder(j.file)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return cannot("write", j.path, err)
	}
	return cannot("write", j.path, j.file.Sync())
}

// Close closes the file. One without an answer is removed: no call is under way any more.
func (j *Journal) Close() error {
	if len(j.answers) == 0 {
		return errors.Join(os.Remove(j.path), j.file.Close())
	}
	return j.file.Close()
}

// key tells calls apart. Their price and data do not: an answer holds all the same.
func key(c *order.Call) string {
	return fmt.Sprintf("%q %q %q %q %q %d", c.Object, c.Attribute, c.Form, c.Attributes, c.Judge, c.Repeat)
}

// cannot names the file once; nil stays nil.
func cannot(what, path string, err error) error {
	if err == nil {
		return nil
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("cannot %s %s: %w", what, path, err)
}
