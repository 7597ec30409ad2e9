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

// Moments are the bytes of a moments file: sums in place of judgments, which
// core.DecodeMoments reads. Content is what the file holds after decompression, File
// its name and the SHA-256 of the bytes as stored.
type Moments struct {
	File    model.Source
	Content []byte
}

// moments returns the content of a moments file, nil where it is none.
func (s Source) moments(content *bufio.Reader) ([]byte, error) {
	if head, _ := content.Peek(len(momentsStem)); string(head) != momentsStem {
		return nil, nil
	}
	return readWhole(s.Name, content, s.Limits.orDefault().Packed, 0)
}

// onlyMoments reads a moments file beside others: that it holds something else is an
// *Error.
func (s Source) onlyMoments() (*Moments, error) {
	_, moments, err := s.read(form{}, func(table) error { return nil })
	var wrong *Error
	switch {
	case err == nil && moments != nil:
		return moments, nil
	case errors.As(err, &wrong) && wrong.Err != nil: // it cannot be read at all
		return nil, err
	}
	return nil, &Error{File: s.Name, Message: mixed}
}

const mixed = "holds judgments, and the file before it moments: write the moments of all (fms-tui lab moments DATA -o FILE) and open these"

// momentsAfter explains moments where the first file holds judgments.
func momentsAfter(first, s Source) error {
	return &Error{File: s.Name, Message: fmt.Sprintf(
		"holds moments, and %s judgments: write its moments too (fms-tui lab moments %s -o FILE) and open both files of moments",
		printable(first.Name), ShellWords([]string{first.Name}))}
}
