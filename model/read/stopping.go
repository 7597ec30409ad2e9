package read

import (
	"bufio"
	"bytes"
	"io"

	"fms-tui/model"
)

// Stopping reads a stopping rule in the JSON form of export --form stopping, plain or
// compressed. Errors are *Error. Its checksum is as that of [Predictor].
func Stopping(s Source) (*model.Stopping, []model.Finding, error) {
	var found []model.Finding
	rule := new(model.Stopping)
	_, err := s.content(func(content *bufio.Reader, _ int64) error {
		text, err := io.ReadAll(io.LimitReader(content, mostPredictor))
		if err != nil {
			return readError(s.Name, 0, err)
		}
		text = bytes.TrimPrefix(text, []byte(byteOrderMark))
		if !isJSON("", text) {
			return &Error{File: s.Name, Message: "is no stopping rule: accepted is a rule as export writes it in JSON; its CSV is for people"}
		}
		if text, found, err = s.unseal(text); err != nil {
			return err
		}
		if _, err := decodeStrict(s.Name, text, rule); err != nil {
			return err
		}
		if err := rule.Check(); err != nil {
			return &Error{File: s.Name, Message: "is no stopping rule: " + err.Error()}
		}
		return nil
	})
	return rule, found, err
}
