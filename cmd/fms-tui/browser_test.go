//go:build unix

package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// browser is a headless chromium that a test speaks to over two pipes, by the DevTools
// protocol: messages of JSON that end with a zero byte.
type browser struct {
	t       *testing.T
	to      *os.File
	from    *bufio.Reader
	last    int
	session string
	seen    []event // since the page was opened
}

type event struct {
	Method string
	Params json.RawMessage
}

// browserFlags keep the browser from asking anybody anything.
var browserFlags = []string{
	"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
	"--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--remote-debugging-pipe",
}

// newBrowser starts one, or skips the test where none is installed.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("SKIPPED: NO BROWSER IS INSTALLED, so nobody looks at report.html (Debian: apt-get install chromium)")
	}
	theirs, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, answers, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, append(browserFlags, "--user-data-dir="+profile(t), "about:blank")...)
	c.ExtraFiles = []*os.File{theirs, answers}
	c.Env = append(os.Environ(), "TMPDIR=/tmp") // the path of its socket must be short
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	answers.Close()
	stop := time.AfterFunc(90*time.Second, func() { c.Process.Kill() }) // reads end then
	b := &browser{t: t, to: to, from: bufio.NewReader(from)}
	t.Cleanup(func() {
		stop.Stop()
		c.Process.Kill()
		c.Wait()
		to.Close()
		from.Close()
	})
	return b
}

// call sends a message and returns its answer; events meanwhile are kept.
func (b *browser) call(method string, params map[string]any) json.RawMessage {
	b.t.Helper()
	b.last++
	message := map[string]any{"id": b.last, "method": method, "params": params}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.to.Write(append(text, 0)); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	for {
		line, err := b.from.ReadBytes(0)
		if err != nil {
			b.t.Fatalf("%s: the browser says no more: %v", method, err)
		}
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  json.RawMessage
			event
		}
		if err := json.Unmarshal(line[:len(line)-1], &answer); err != nil {
			b.t.Fatal(err)
		}
		if answer.Method != "" {
			b.seen = append(b.seen, answer.event)
		}
		if answer.ID == b.last {
			if answer.Error != nil {
				b.t.Fatalf("%s: %s", method, answer.Error)
			}
			return answer.Result
		}
	}
}

// field is a text of an answer.
func field(t *testing.T, answer json.RawMessage, name string) string {
	t.Helper()
	var fields map[string]json.RawMessage
	var text string
	if err := json.Unmarshal(answer, &fields); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(fields[name], &text); err != nil {
		t.Fatalf("%s of %s: %v", name, answer, err)
	}
	return text
}

// open opens a file in a new page and waits until it is loaded.
func (b *browser) open(path string, scripts bool) {
	b.t.Helper()
	b.session = ""
	target := field(b.t, b.call("Target.createTarget", map[string]any{"url": "about:blank"}), "targetId")
	b.session = field(b.t, b.call("Target.attachToTarget", map[string]any{"targetId": target, "flatten": true}), "sessionId")
	b.seen = nil
	for _, domain := range []string{"Page", "Network", "Log", "Runtime"} {
		b.call(domain+".enable", nil)
	}
	b.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": !scripts})
	b.call("Page.navigate", map[string]any{"url": "file://" + path})
	for range 200 {
		for _, e := range b.seen {
			if e.Method == "Page.loadEventFired" {
				return
			}
		}
		b.call("Page.getFrameTree", nil)
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Fatal("the page does not load")
}

// eval is the text of an expression in the page.
func (b *browser) eval(expression string) string {
	b.t.Helper()
	answer := b.call("Runtime.evaluate", map[string]any{"expression": "String(" + expression + ")"})
	var r struct{ Result struct{ Value string } }
	if err := json.Unmarshal(answer, &r); err != nil || strings.Contains(string(answer), "exceptionDetails") {
		b.t.Fatalf("%s: %s (%v)", expression, answer, err)
	}
	return r.Result.Value
}

// state is what moves with the slider.
func (b *browser) state() map[string]string {
	return map[string]string{
		"slider": b.eval(`document.getElementById("slider").value`), "budget": b.eval(`document.getElementById("budget").textContent`),
		"sentence": b.eval(`document.getElementById("sentence").textContent`), "price": b.eval(`document.getElementById("price").textContent`),
		"equation": b.eval(`document.getElementById("equation").textContent`), "cursor": b.eval(`document.getElementById("cursor").getAttribute("d")`),
		"dot": b.eval(`document.getElementById("dot").getAttribute("cx")`), "repeats": b.eval(`document.querySelector("#repeats tbody").textContent`),
	}
}

func (b *browser) key(name string, code int) {
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code})
	}
}

// moved checks that everything follows from one state to another.
func moved(t *testing.T, how string, before, after map[string]string) {
	t.Helper()
	for name := range before {
		if before[name] == after[name] {
			t.Errorf("%s: %s stays %q", how, name, after[name])
		}
	}
}

// TestReportBrowser opens the page in a browser: keys and mouse move everything, nothing
// is fetched, nothing breaks the policy, it is dark where the reader is, prints on two
// sheets, and without scripts shows the recommended budget.
func TestReportBrowser(t *testing.T) {
	if raceDetector {
		t.Skip("the program runs before the browser does: there is nothing to find")
	}
	b := newBrowser(t)
	page := filepath.Join(t.TempDir(), "report.html")
	t.Chdir(t.TempDir()) // short paths in the command that the page shows
	fms(t, "init", "bodies", "--quiet").want(t, 0)
	fms(t, "report", "--quiet", "-o", page, "study.toml").want(t, 0)
	b.open(page, true)
	first := b.state()
	b.eval(`document.getElementById("slider").focus()`)
	b.key("End", 35)
	last := b.state()
	moved(t, "the key end", first, last)
	b.key("ArrowLeft", 37)
	moved(t, "the key left", last, b.state())
	b.click(`document.querySelector("figure svg")`, .12)
	clicked := b.state()
	moved(t, "a click on the curve", last, clicked)
	b.click(`document.getElementById("slider")`, .8)
	moved(t, "a click on the slider", clicked, b.state())
	b.eval(`(location.hash = "#` + first["budget"] + `", dispatchEvent(new HashChangeEvent("hashchange")))`)
	if again := b.state(); fmt.Sprint(again) != fmt.Sprint(first) {
		t.Errorf("back at the first budget: %v, at first %v", again, first)
	}
	b.quiet(page)
	b.looks(t)
	b.open(page, false)
	b.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true})
	if got := field(t, b.call("Page.captureSnapshot", nil), "data"); !strings.Contains(got, "Ask ") {
		t.Error("without scripts there is no sentence")
	}
	b.quiet(page)
}

// click clicks on an element at a share of its width.
func (b *browser) click(element string, share float64) {
	b.t.Helper()
	var box struct{ X, Y, Width, Height float64 }
	b.eval(element + `.scrollIntoView({block: "center"})`)
	if err := json.Unmarshal([]byte(b.eval(`JSON.stringify(`+element+`.getBoundingClientRect())`)), &box); err != nil {
		b.t.Fatal(err)
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		buttons := map[string]int{"mousePressed": 1}[kind]
		b.call("Input.dispatchMouseEvent", map[string]any{
			"type": kind, "x": box.X + share*box.Width, "y": box.Y + box.Height/2, "button": "left", "buttons": buttons, "clickCount": 1,
		})
	}
}

// quiet checks that the page asked for itself only, and that the browser had nothing to
// complain about.
func (b *browser) quiet(path string) {
	b.t.Helper()
	url := regexp.MustCompile(`"url":"([^"#]*)`)
	asked := 0
	for _, e := range b.seen {
		switch e.Method {
		case "Network.requestWillBeSent":
			asked++
			if m := url.FindSubmatch(e.Params); m == nil || !strings.HasSuffix(string(m[1]), path) {
				b.t.Errorf("the page asks for %s", e.Params)
			}
		case "Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled":
			b.t.Errorf("the browser says %s", e.Params)
		}
	}
	if asked != 1 {
		b.t.Errorf("%d requests were seen, and one is that of the page", asked)
	}
}

// looks checks colours and paper.
func (b *browser) looks(t *testing.T) {
	t.Helper()
	ground := func(scheme string) string {
		b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}})
		return b.eval(`getComputedStyle(document.body).backgroundColor`)
	}
	if light, dark := ground("light"), ground("dark"); light != "rgb(255, 255, 255)" || dark != "rgb(18, 24, 31)" {
		t.Errorf("light is %s, dark %s", light, dark)
	}
	pdf, err := base64.StdEncoding.DecodeString(field(t, b.call("Page.printToPDF", map[string]any{"preferCSSPageSize": true}), "data"))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1)); n != 2 {
		t.Errorf("it prints on %d pages", n)
	}
}

// profile is a folder for a browser, whose helpers still write into it for a moment
// after its end: that t.TempDir would call a failure.
func profile(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "fms-tui-browser")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 50 {
			if os.RemoveAll(dir) == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
	return dir
}
