package collect

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"fms-tui/model/order"
)

// mostOutput is how much a command may print.
const mostOutput = 1 << 20

// callID is the variable of the environment that tells the command which call it makes. A call
// that is made again, after a failure or by a later run, has the same: a service that knows it
// can refuse to answer, and to be paid, twice.
const callID = "FMS_CALL_ID"

// ID names a call in 32 hexadecimal digits, whatever run makes it.
func ID(c *order.Call) string {
	sum := sha256.Sum256([]byte(key(c)))
	return hex.EncodeToString(sum[:16])
}

// notFound is that the shell does not know the command: no retry helps.
type notFound struct{ said string }

func (e *notFound) Error() string { return "the command cannot be run: " + e.said }

// attempt runs the command with the call on its standard input.
func (r *run) attempt(ctx context.Context, c *order.Call) (*Answer, error) {
	line, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	command := shell(limited, r.Command)
	command.Env = append(os.Environ(), callID+"="+ID(c))
	command.Stdin = bytes.NewReader(append(line, '\n'))
	command.WaitDelay = time.Second // for a grandchild that keeps the pipe
	stdout, stderr := &capped{}, &capped{}
	command.Stdout, command.Stderr = stdout, stderr
	err = command.Run()
	var exit *exec.ExitError
	switch {
	case limited.Err() != nil && ctx.Err() == nil:
		return nil, fmt.Errorf("the command took longer than %s", r.Timeout)
	case errors.As(err, &exit) && (exit.ExitCode() == 127 || exit.ExitCode() == 126):
		return nil, &notFound{last(stderr.String())}
	case errors.As(err, &exit):
		return nil, fmt.Errorf("the command ended with %s%s", exit, after(last(stderr.String())))
	case err != nil:
		return nil, fmt.Errorf("the command could not be run: %w", err)
	case stdout.over:
		return nil, fmt.Errorf("the command printed more than %d bytes", mostOutput)
	}
	return parse(c, stdout.Bytes())
}

// capped keeps what is written up to mostOutput bytes.
type capped struct {
	bytes.Buffer
	over bool
}

func (b *capped) Write(p []byte) (int, error) {
	n := min(len(p), mostOutput-b.Len())
	b.over = b.over || n < len(p)
	b.Buffer.Write(p[:n])
	return len(p), nil
}

// ReadFrom keeps io.Copy from passing by Write.
func (b *capped) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{b}, r)
}

// last is the last line that says something, cut to what fits a message.
func last(text string) string {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := len(lines) - 1; i >= 0; i-- {
		if s := strings.TrimSpace(lines[i]); s != "" {
			return cut(s)
		}
	}
	return ""
}

// cut is a text of at most 200 characters.
func cut(s string) string {
	const most = 200
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

func after(s string) string {
	if s == "" {
		return ""
	}
	return ": " + s
}
