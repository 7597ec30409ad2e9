package collect

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model/order"
)

// ReadPlan reads the calls of a plan: a file of lines of JSON, the folder that holds it
// under that name, or stdin for "-".
func ReadPlan(path, name string, stdin io.Reader) ([]order.Call, error) {
	from := "stdin"
	if path != "-" {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			path = filepath.Join(path, name)
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, cannot("read", path, err)
		}
		defer f.Close()
		from, stdin = path, f
	}
	calls, err := readCalls(stdin)
	if err != nil {
		return nil, fmt.Errorf("%s%w", from, err)
	}
	return calls, nil
}

func readCalls(from io.Reader) ([]order.Call, error) {
	text, err := io.ReadAll(from)
	if err != nil {
		return nil, fmt.Errorf(": %w", err)
	}
	var calls []order.Call
	lines := make(map[string]int)
	for i, line := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var c order.Call
		wrong := json.Unmarshal(line, &c)
		if wrong == nil {
			wrong = c.Check()
		}
		if wrong != nil {
			return nil, fmt.Errorf(":%d: %s: a line of a plan of calls is expected, such as "+
				`{"object":"a","attribute":"tall","repeat":1}`, i+1, strings.TrimPrefix(wrong.Error(), "json: "))
		}
		if first, twice := lines[key(&c)]; twice {
			return nil, fmt.Errorf(":%d: the same call is on line %d: number its repeats", i+1, first)
		}
		lines[key(&c)] = i + 1
		calls = append(calls, c)
	}
	if len(calls) == 0 {
		return nil, errors.New(": holds no call")
	}
	return calls, nil
}

// WriteJudgments writes the answers that the journal has to the calls, a judgment a
// row, in the order of the plan. Answers that came in one call share a call_id, which
// is left out where every call has one answer. It returns how many judgments it wrote.
func WriteJudgments(w io.Writer, calls []order.Call, j *Journal) (int, error) {
	forms := slices.ContainsFunc(calls, func(c order.Call) bool { return c.Form != "" })
	out := csv.NewWriter(w)
	header := []string{"object", "attribute", "judgment", "repeat"}
	if forms {
		header = append(header, "call_id")
	}
	if err := out.Write(header); err != nil {
		return 0, err
	}
	judgments := 0
	for i := range calls {
		c := &calls[i]
		a := j.Answer(c)
		if a == nil {
			continue
		}
		for k, attribute := range c.Asks() {
			row := []string{c.Object, attribute, strconv.FormatFloat(a.Values[k], 'g', -1, 64), strconv.Itoa(c.Repeat)}
			if forms {
				row = append(row, strconv.Itoa(i+1))
			}
			if err := out.Write(row); err != nil {
				return judgments, err
			}
			judgments++
		}
	}
	out.Flush()
	return judgments, out.Error()
}
