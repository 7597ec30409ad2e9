package collect

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"fms-tui/model/order"
)

// ReadPlan reads the calls of a plan: a file of lines of JSON, the folder that holds it
// under that name, or stdin for "-".
func ReadPlan(path, name string, stdin io.Reader) (calls []order.Call, err error) {
	from, text := "stdin", []byte(nil)
	if path == "-" {
		text, err = io.ReadAll(stdin)
	} else {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			path = filepath.Join(path, name)
		}
		from = path
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, cannot("read", from, err)
	}
	lines := make(map[string]int)
	err = eachLine(text, `a line of a plan of calls is expected, such as {"object":"a","attribute":"tall","repeat":1}`, func(line int, c *order.Call) error {
		if first, twice := lines[key(c)]; twice {
			return fmt.Errorf("the same call is on line %d: number its repeats", first)
		}
		lines[key(c)] = line
		calls = append(calls, *c)
		return nil
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s%w", from, err)
	case len(calls) == 0:
		return nil, fmt.Errorf("%s: holds no call", from)
	}
	return calls, nil
}

// WriteJudgments writes the answers that the journal has to the calls, a judgment a
// row, in the order of the plan. Answers that came in one call share a call_id, which
// is left out where every call has one answer. It returns how many judgments it wrote.
func WriteJudgments(w io.Writer, calls []order.Call, j *Journal) (judgments int, err error) {
	header := []string{"object", "attribute", "judgment", "repeat"}
	if slices.ContainsFunc(calls, func(c order.Call) bool { return c.Form != "" }) {
		header = append(header, "call_id")
	}
	rows := [][]string{header}
	for i := range calls {
		c := &calls[i]
		if a := j.Answer(c); a != nil {
			for k, attribute := range c.Asks() {
				row := []string{c.Object, attribute, strconv.FormatFloat(a.Values[k], 'g', -1, 64), strconv.Itoa(c.Repeat), strconv.Itoa(i + 1)}
				rows = append(rows, row[:len(header)])
			}
		}
	}
	return len(rows) - 1, csv.NewWriter(w).WriteAll(rows)
}
