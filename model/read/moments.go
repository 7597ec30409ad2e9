package read

import (
	"bufio"
	"errors"
	"fmt"

	"fms-tui/model"
)

// momentsStem is what moments files of every version begin with; they are told
// by it, whatever they are called.
const momentsStem = "fms-tui moments "

// MomentsError says that a file where judgments were expected holds moments,
// and brings them along: the file may be a pipe, which nobody can open again.
type MomentsError struct {
	File    model.Source
	Content []byte
}

func (e *MomentsError) Error() string {
	return printable(e.File.File) + ": holds " + e.what() + ", not a table"
}

func (e *MomentsError) what() string { return "the moments of judgments" }

// moments returns the content of a moments file, nil where it is none.
func (s Source) moments(content *bufio.Reader) (*MomentsError, error) {
	if head, _ := content.Peek(len(momentsStem)); string(head) != momentsStem {
		return nil, nil
	}
	all, err := readWhole(s.Name, content, s.Limits.orDefault().Packed)
	if err != nil {
		return nil, err
	}
	return &MomentsError{File: model.Source{File: s.Name}, Content: all}, nil
}

// Moments reads the content of moments files, of which the first may have been
// met already, where judgments were expected. Errors are *Error: one of them is
// that a file holds something else.
func Moments(sources []Source, met *MomentsError) (contents [][]byte, files []model.Source, err error) {
	for i, s := range sources {
		m := met
		if i > 0 || met == nil {
			if m, err = s.onlyMoments(); err != nil {
				return nil, nil, err
			}
		}
		contents, files = append(contents, m.Content), append(files, m.File)
	}
	return contents, files, nil
}

func (s Source) onlyMoments() (*MomentsError, error) {
	_, err := s.read(form{}, func(table) error { return nil })
	var m *MomentsError
	var wrong *Error
	switch {
	case errors.As(err, &m):
		return m, nil
	case errors.As(err, &wrong) && wrong.Err != nil: // it cannot be read at all
		return nil, err
	}
	return nil, &Error{File: s.Name, Message: mixed}
}

const mixed = "holds judgments, and the file before it moments: write the moments of all (fms-tui moments DATA -o FILE) and open these"

// asMixed explains moments where there were judgments before.
func (m *MomentsError) asMixed(first Source) error {
	return &Error{File: m.File.File, Message: fmt.Sprintf(
		"holds moments, and %s judgments: write its moments too (fms-tui moments %s -o FILE) and open both files of moments",
		printable(first.Name), ShellWords([]string{first.Name}))}
}
