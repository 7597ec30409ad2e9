package collect

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
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
	var stdout, stderr capped
	command.Stdout, command.Stderr = &stdout, &stderr
	err = command.Run()
	var exit *exec.ExitError
	switch {
	case limited.Err() != nil && ctx.Err() == nil:
		return nil, fmt.Errorf("the command took longer than %s", r.Timeout)
	case errors.As(err, &exit) && (exit.ExitCode() == 127 || exit.ExitCode() == 126):
		return nil, &notFound{stderr.last()}
	case errors.As(err, &exit):
		return nil, errors.New(strings.TrimSuffix(fmt.Sprintf("the command ended with %s: %s", exit, stderr.last()), ": "))
	case err != nil:
		return nil, fmt.Errorf("the command could not be run: %w", err)
	case len(stdout) > mostOutput:
		return nil, fmt.Errorf("the command printed more than %d bytes", mostOutput)
	}
	return parse(c, stdout)
}

// capped is what was written, up to a byte more than mostOutput.
type capped []byte

func (b *capped) Write(p []byte) (int, error) {
	*b = append(*b, p[:min(len(p), mostOutput+1-len(*b))]...)
	return len(p), nil
}

// last is the last line that says something, cut to what fits a message.
func (b capped) last() string {
	text := strings.TrimSpace(string(b))
	return cut(strings.TrimSpace(text[strings.LastIndexAny(text, "\r\n")+1:]))
}

// cut is a text of at most 200 characters.
func cut(s string) string {
	const most = 200
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
