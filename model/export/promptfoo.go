package export

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"fms-tui/model"
)

// writePromptfoo writes a configuration of promptfoo at path and its scoring function
// beside it. The scoring function is whole before the configuration names it. Judgments
// carry no rater there: the offsets of a fixed panel are not subtracted.
func writePromptfoo(path string, p model.Predictor) error {
	of, err := newProgram(p, false)
	if err != nil {
		return err
	}
	if suffix := strings.ToLower(filepath.Ext(path)); suffix != ".yaml" && suffix != ".yml" {
		return fmt.Errorf("cannot write %s: promptfoo takes it for YAML only with the suffix .yaml or .yml", path)
	}
	beside := ScoringFile(path)
	of.Beside = filepath.Base(beside)
	return WriteFile(path, func(w io.Writer) error {
		if err := yaml.write(w, "configuration", of); err != nil {
			return err
		}
		return WriteFile(beside, func(w io.Writer) error { return javaScript.write(w, "promptfoo", of) })
	})
}

// ScoringFile is the path of the scoring function beside a configuration.
func ScoringFile(path string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + ".scoring.js"
}
