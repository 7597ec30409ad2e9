package latency

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"fms-tui/internal/session"
)

// tick is the unit of times in /proc, on every Linux.
const tick = 10 * time.Millisecond

// processorOf is the processor time that a program took so far, its own and the
// system's for it; 0 where there is no /proc that tells.
func processorOf(s *session.Session) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.Process()))
	if err != nil {
		return 0
	}
	// The name, in parentheses, may hold anything; times are the 12th and 13th field
	// behind it (proc(5), utime and stime).
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	var ticks int64
	for _, f := range fields[11:13] {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0
		}
		ticks += n
	}
	return time.Duration(ticks) * tick
}
