//go:build unix

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestErrors runs the commands of testdata/errors.txt: each ends with its status and says its words
// on stderr, prints nothing and leaves no file.
func TestErrors(t *testing.T) {
	text := content(t, filepath.Join("testdata", "errors.txt"))
	rows := func(name, header string, row func(i int) string) []string {
		var b strings.Builder
		b.WriteString("object,attribute,judgment" + header + "\n")
		for i := range 30 {
			b.WriteString("o" + strconv.Itoa(i) + ",t," + row(i) + "\n")
		}
		return []string{file(t, name, b.String())}
	}
	data := map[string][]string{
		"BEANS": {beansFile(t), "--label", "beans"}, "JAR": {beansFile(t)}, "BODIES": bodiesFiles(t), "FORMS": {formsFile(t)}, "CROWD": {pilot(t)},
		"HOSTILE": {hostilePilot(t, t.TempDir()), "--label", "quality", "--no-honest", "--quiet"}, "OBJECTS": {listObjects(t, t.TempDir())},
		"PEOPLE": {file(t, "people.csv", newPeople)}, "PREDICTOR": {predictorFile(t)},
		"CONSTANT": rows("constant.csv", ",y", func(i int) string { return "1," + strconv.Itoa(i) }),
		"LABELLED": rows("labelled.csv", ",y", func(i int) string { return strconv.Itoa(i%3) + ",4" }),
		"SINGLE":   rows("single.csv", ",y", func(i int) string { return strconv.Itoa(i%3) + "," + strconv.Itoa(i%5) }),
		"BARE":     rows("bare.csv", "", func(i int) string { return strconv.Itoa(i % 3) }),
	}
	t.Chdir(t.TempDir())
	files, at := 0, ""
	var args []string
	for n, line := range strings.Split(text, "\n") {
		name, begins := strings.CutPrefix(line, "-- ")
		says, is := strings.CutPrefix(line, "\t")
		switch {
		case begins:
			at = strings.TrimSuffix(name, " --")
			files++
			writeText(t, at, "")
		case line == "":
			at = ""
		case at != "":
			writeText(t, at, content(t, at)+line+"\n")
		case is:
			status, _ := strconv.Atoi(args[0])
			r := fms(t, args[1:]...)
			if left, _ := os.ReadDir("."); r.status != status || !strings.Contains(r.stderr, says) || r.stdout != "" || len(left) != files {
				t.Errorf("errors.txt:%d: %q: status %d, stdout %.200q, %d files, stderr\n%s", n+1, args, r.status, r.stdout, len(left), r.stderr)
			}
		case !strings.HasPrefix(line, "#"):
			args = nil
			for _, word := range strings.Fields(line) {
				if list := data[word]; list != nil {
					args = slices.Concat(args, list)
				} else {
					args = append(args, strings.ReplaceAll(word, "␣", " "))
				}
			}
		}
	}
}
