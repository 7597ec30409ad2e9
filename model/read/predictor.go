package read

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"fms-tui/model"
)

// mostPredictor bounds the bytes of a predictor file: a hundred times one of
// five hundred attributes.
const mostPredictor = 256 << 20

const noPredictor = "is no predictor: accepted are the JSON and CSV forms that fms-tui export writes"

// Predictor reads a predictor in the JSON or the CSV form of export, plain or compressed;
// the first character tells the form. Errors are [*Error]: they name the line and the key,
// or column, and list the accepted values. JSON without a checksum is a finding, and one with a
// wrong checksum an error unless the source is unchecked. The CSV form holds only the figures for
// prediction: the predictor has no label, no moments (see [model.Predictor.HasMoments]) and
// no raters.
func Predictor(s Source) (model.Predictor, []model.Finding, error) {
	var p model.Predictor
	var found []model.Finding
	_, err := s.content(func(content *bufio.Reader, _ int64) error {
		text, err := io.ReadAll(io.LimitReader(content, mostPredictor+1))
		if err != nil {
			return readError(s.Name, 0, err)
		}
		text = bytes.TrimPrefix(text, []byte(byteOrderMark))
		switch {
		case len(text) > mostPredictor:
			return &Error{File: s.Name, Message: fmt.Sprintf("is larger than %d MiB, and %s", mostPredictor>>20, noPredictor)}
		case isJSON("", text):
			if text, found, err = s.unseal(text); err == nil {
				p, err = predictorJSON(s.Name, text)
			}
		default:
			p, err = predictorCSV(s.Name, text)
		}
		return err
	})
	if err != nil {
		return model.Predictor{}, nil, err
	}
	return p, found, nil
}

func predictorJSON(file string, text []byte) (model.Predictor, error) {
	var p model.Predictor
	if err := otherKind(file, text); err != nil {
		return p, err
	}
	s, err := decodeStrict(file, text, &p)
	if err != nil {
		return p, err
	}
	if p.Classes != nil {
		if err := p.Classes.Check(); err != nil {
			return p, s.wrong("classes", "is wrong: %v", err)
		}
	}
	if err := p.CheckScores(); err != nil {
		return p, s.wrong("scores", "is wrong: %v", err)
	}
	if p.Stopping != nil {
		if err := p.Stopping.Check(); err != nil {
			return p, s.wrong("stopping", "is wrong: %v", err)
		}
	}
	return p, s.sound(&p)
}
