//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"fms-tui/sampledata"
)

// TestMain lets the test binary stand in for the program: called by the name
// fms-tui it is the program.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "fms-tui" {
		main()
	}
	status := m.Run()
	for _, dir := range sampleFolders {
		os.RemoveAll(dir)
	}
	os.Exit(status)
}

// sampleFolders are the folders of the bundled samples, by name, which tests read and leave as they are.
var sampleFolders = make(map[string]string)

var writing sync.Mutex

// sample returns the folder with the files of a bundled sample.
func sample(t testing.TB, name string) string {
	t.Helper()
	writing.Lock()
	defer writing.Unlock()
	if sampleFolders[name] != "" {
		return sampleFolders[name]
	}
	s, err := sampledata.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "fms-tui-sample")
	if err != nil {
		t.Fatal(err)
	}
	sampleFolders[name] = dir
	for _, f := range s.Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// bodiesFiles are the arguments that open the sample bodies.
func bodiesFiles(t *testing.T) []string {
	t.Helper()
	dir := sample(t, "bodies")
	return []string{dir + "/bodies.csv.gz", "--labels", dir + "/bodies_labels.csv", "--cost", dir + "/bodies_costs.csv", "--label", "height"}
}

// binary returns a folder that holds the program.
func binary(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "fms-tui")); err != nil {
		t.Skip(err)
	}
	return dir
}

// result is what a run leaves behind.
type result struct {
	stdout, stderr string
	status         int
}

func fms(t *testing.T, args ...string) result {
	t.Helper()
	return fmsWith(t, context.Background(), args...)
}

// interruptedAt sends an interrupt when the program tells that two parts or more of a stage of
// its work are done.
func interruptedAt(t *testing.T, stage string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	var out, err bytes.Buffer
	p := &program{stdin: strings.NewReader(""), stdout: &out, stderr: &err, now: time.Now, reported: func(at string, done, _ int) {
		if at == stage && done > 1 {
			cancel(signalled{syscall.SIGINT})
		}
	}}
	status := p.execute(ctx, args)
	if ctx.Err() == nil {
		t.Error("no progress was told")
	}
	return result{out.String(), err.String(), status}
}

func fmsWith(t *testing.T, ctx context.Context, args ...string) result {
	t.Helper()
	var out, err bytes.Buffer
	status := run(ctx, args, strings.NewReader(""), &out, &err, []string{"TERM=xterm-256color"})
	return result{out.String(), err.String(), status}
}

// want fails unless the run ended with the status and stderr holds every text.
func (r result) want(t *testing.T, status int, stderr ...string) {
	t.Helper()
	if r.status != status {
		t.Errorf("status %d, want %d\nstdout: %.500s\nstderr: %.500s", r.status, status, r.stdout, r.stderr)
	}
	for _, s := range stderr {
		if !strings.Contains(r.stderr, s) {
			t.Errorf("stderr lacks %q: %.700s", s, r.stderr)
		}
	}
	if status != statusDone && r.stdout != "" {
		t.Errorf("a run that fails prints %.200q on stdout", r.stdout)
	}
	for l := range strings.Lines(r.stderr) {
		if !strings.HasPrefix(l, "fms-tui: ") && !strings.HasPrefix(l, "  ") && status != statusFailed {
			t.Errorf("a line of stderr does not say who speaks: %q", l)
		}
	}
}

// shows fails unless every text is on stdout of a run that is done.
func (r result) shows(t *testing.T, texts ...string) {
	t.Helper()
	r.want(t, statusDone)
	for _, text := range texts {
		if !strings.Contains(r.stdout, text) {
			t.Errorf("stdout lacks %q:\n%s", text, r.stdout)
		}
	}
}

// in is the value at a path in a JSON document, such as "errors.0.budget"; nil where there is none.
func in(document any, path string) any {
	for key := range strings.SplitSeq(path, ".") {
		switch at := document.(type) {
		case map[string]any:
			document = at[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(at) {
				return nil
			}
			document = at[i]
		default:
			return nil
		}
	}
	return document
}

// wantIn fails unless a document has the values at the paths.
func wantIn(t *testing.T, document any, want map[string]any) {
	t.Helper()
	for path, value := range want {
		if got := in(document, path); got != value {
			t.Errorf("%s is %v, want %v", path, got, value)
		}
	}
}

// file writes a file into a new folder and returns its path.
func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	writeText(t, path, content)
	return path
}

// beansFile is the path of the judgments of the small sample.
func beansFile(t *testing.T) string {
	t.Helper()
	return filepath.Join(sample(t, "beans"), "beans.csv")
}

// TestRootPrintsTheReport: without a screen the program prints what select does, and of the bundled
// sample where it comes from.
func TestRootPrintsTheReport(t *testing.T) {
	r := fms(t, "--folds", "2")
	r.shows(t, "hanna", "Real data: 1,056 stories", "MIT licence", "human_mean", "Ask ")
	fms(t, "--label", "human_relevance", "--budget", "7", "--no-honest").shows(t, "label human_relevance")
	flags := []string{beansFile(t), "--label", "beans", "--budget", "2,3", "--algorithm", "scoring", "--cost", "beautiful=0.5", "--quiet", "--width", "70"}
	for _, args := range [][]string{flags, flags[:3]} {
		if got, want := fms(t, args...), fms(t, append([]string{"select"}, args...)...); got != want || want.status != statusDone {
			t.Errorf("fms-tui DATA prints\n%s%s\nselect prints\n%s%s", got.stdout, got.stderr, want.stdout, want.stderr)
		}
	}
}

func TestNotes(t *testing.T) {
	path := file(t, "two.csv", twoLabels)
	fms(t, "select", path).want(t, statusDone, "the label is y, the first of y, label: --label names another", "warning: only 4 objects")
	if r := fms(t, "select", path, "--label", "label"); strings.Contains(r.stderr, "the first of") {
		t.Errorf("a label that was asked for is explained: %s", r.stderr)
	}
	if r := fms(t, "select", path, "--quiet"); r.status != statusDone || r.stderr != "" {
		t.Errorf("--quiet says %s", r.stderr)
	}
}

func TestVersionHelpCompletion(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"--version"}} {
		if r := fms(t, args...); r.status != statusDone || !strings.HasPrefix(r.stdout, "fms-tui 0.1.0 (go") {
			t.Errorf("%v prints %q", args, r.stdout)
		}
	}
	help := fms(t, "help").stdout
	if long := fms(t, "--help").stdout; help != long {
		t.Errorf("help prints\n%s\n--help prints\n%s", help, long)
	}
	for _, s := range []string{"bash", "zsh", "fish", "powershell"} {
		fms(t, "completion", s).shows(t, "fms-tui")
	}
	if r := fms(t, "__complete", "select", "--algorithm", ""); !strings.Contains(r.stdout, "scoring") {
		t.Errorf("algorithms are not completed: %q", r.stdout)
	}
}

func TestSample(t *testing.T) {
	list := fms(t, "init", "--list")
	list.want(t, statusDone)
	for _, s := range sampledata.All() {
		if !strings.Contains(list.stdout, s.Title) || !strings.Contains(list.stdout, "fms-tui init "+s.Name) {
			t.Errorf("%s is not listed: %s", s.Name, list.stdout)
		}
		dir := filepath.Join(t.TempDir(), "a folder's")
		r := fms(t, "sample", s.Name, "-o", dir)
		r.want(t, statusDone)
		if want := "Next: fms-tui '" + filepath.Dir(dir) + `/a folder'\''s/study.toml'`; !strings.Contains(r.stdout, want) {
			t.Errorf("%q is not said: %s", want, r.stdout)
		}
		for _, f := range s.Files {
			if got, err := os.ReadFile(filepath.Join(dir, f.Name)); err != nil || !bytes.Equal(got, f.Data) {
				t.Errorf("%s was not written as it is: %v", f.Name, err)
			}
		}
	}
}

// TestSampleAsFiles: what `sample` writes is what opens without DATA.
func TestSampleAsFiles(t *testing.T) {
	dir := t.TempDir()
	fms(t, "init", "hanna", "-o", dir).want(t, statusDone)
	args := []string{filepath.Join(dir, "study.toml"), "--budget", "9", "--width", "90", "--no-honest"}
	ours, theirs := fms(t, args[1:]...), fms(t, args...)
	theirs.want(t, statusDone)
	cut := func(s string) []string { return strings.Split(s, "\n\n")[:2] } // after it the files know no origin
	if !slices.Equal(cut(ours.stdout), cut(theirs.stdout)) {
		t.Errorf("the sample prints\n%s\nits files\n%s", ours.stdout, theirs.stdout)
	}
}

func TestInterrupted(t *testing.T) {
	beans := beansFile(t)
	for signal, status := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(signalled{signal})
		fmsWith(t, ctx, "select", beans).want(t, status)
	}
}

func TestFailingStdout(t *testing.T) {
	var err bytes.Buffer
	status := run(context.Background(), []string{"init", "--list"}, strings.NewReader(""), brokenWriter{}, &err, nil)
	if status != statusFailed || !strings.Contains(err.String(), "cannot write the results: no space") {
		t.Errorf("status %d, %s", status, err.String())
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestColor(t *testing.T) {
	for _, c := range []struct{ asked, env, want string }{
		{"auto", "", "auto"},
		{"auto", "NO_COLOR=", "auto"},
		{"auto", "NO_COLOR=yes", "never"},
		{"auto", "TERM=dumb", "never"},
		{"always", "NO_COLOR=1", "always"},
		{"never", "", "never"},
	} {
		p := &program{env: []string{"TERM=xterm", c.env}, asked: c.asked}
		if got := p.color(); got != c.want {
			t.Errorf("--color %s with %q is %s, want %s", c.asked, c.env, got, c.want)
		}
	}
}

// TestErrors runs the commands of testdata/errors.txt: each ends with its status and says its words
// on stderr, prints nothing and leaves no file.
func TestErrors(t *testing.T) {
	table := content(t, filepath.Join("testdata", "errors.txt"))
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
	folder := t.TempDir()
	kept, other, damaged := filepath.Join(folder, "kept"), filepath.Join(folder, "other"), filepath.Join(folder, "damaged")
	fms(t, "moments", beansFile(t), "--label", "beans", "-o", kept).want(t, statusDone)
	fms(t, "moments", beansFile(t), "--label-from", "beautiful", "-o", other).want(t, statusDone)
	text := []byte(content(t, kept))
	text[len(text)/2] ^= 4
	writeText(t, damaged, string(text))
	data["KEPT"], data["OTHER"], data["DAMAGED"] = []string{kept}, []string{other}, []string{damaged}
	t.Chdir(t.TempDir())
	files, at := 0, ""
	var args []string
	for n, line := range strings.Split(table, "\n") {
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
			says = strings.ReplaceAll(says, "␣", " ")
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
