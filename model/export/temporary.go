package export

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// temporaryPrefix begins the names of files that are being written. The number of the process
// follows: what a killed run leaves is known by it.
const temporaryPrefix = ".fms-tui-"

// stillness is how long a temporary file of no process here was not written before it is swept: on
// a shared disk the process may be another machine's.
const stillness = time.Minute

// temporaryName is a name for a file or folder that takes another name once it is whole. What
// killed runs left in the folder is swept.
func temporaryName(dir string) string {
	sweep(dir)
	return filepath.Join(dir, fmt.Sprintf("%s%d-%s", temporaryPrefix, os.Getpid(), rand.Text()))
}

// sweep removes the temporary files and folders of processes that are gone.
func sweep(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		number, _, _ := strings.Cut(strings.TrimPrefix(e.Name(), temporaryPrefix), "-")
		pid, err := strconv.Atoi(number)
		if !strings.HasPrefix(e.Name(), temporaryPrefix) || err != nil || !isGone(pid) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > stillness {
			os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}

// isGone tells whether no process has a number, as far as that can be told.
func isGone(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	err = p.Signal(syscall.Signal(0))
	return errors.Is(err, os.ErrProcessDone) || errors.Is(err, syscall.ESRCH)
}
