//go:build linux

package engines

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Server is a server that runs.
type Server struct {
	Port   int
	folder string
	stop   func()
}

// running are all servers, for StopAll.
var running struct {
	sync.Mutex
	servers []*Server
}

// StopAll stops the servers and removes their folders: TestMain calls it at the end.
func StopAll() {
	running.Lock()
	defer running.Unlock()
	for _, s := range running.servers {
		s.stop()
		os.RemoveAll(s.folder)
	}
	running.servers = nil
}

// account is whom servers run as: the user, or nobody where that is root, whom
// servers refuse.
func account() (*syscall.SysProcAttr, int, int, error) {
	attr := &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if os.Getuid() != 0 {
		return attr, os.Getuid(), os.Getgid(), nil
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		return nil, 0, 0, err
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attr, uid, gid, nil
}

// newServer makes a folder and finds a port.
func newServer(name string) (*Server, *syscall.SysProcAttr, error) {
	attr, uid, gid, err := account()
	if err != nil {
		return nil, nil, err
	}
	folder, err := os.MkdirTemp("/tmp", "fms-"+name)
	if err != nil {
		return nil, nil, err
	}
	if err := os.Chown(folder, uid, gid); err != nil {
		return nil, nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, nil, err
	}
	s := &Server{Port: port, folder: folder}
	return s, attr, s.certify(uid, gid)
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// start runs a server until it is stopped. ready is asked until it says nil.
func (s *Server) start(attr *syscall.SysProcAttr, ready func() error, program string, args ...string) error {
	c := exec.Command(program, args...)
	var said bytes.Buffer
	c.SysProcAttr, c.Dir, c.Stdout, c.Stderr = attr, s.folder, &said, &said
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.folder, "LC_ALL=C.UTF-8", "TZ=UTC"}
	started, ended := make(chan error, 1), make(chan struct{})
	go func() {
		runtime.LockOSThread() // the thread that starts the server must live as long: Pdeathsig
		defer runtime.UnlockOSThread()
		started <- c.Start()
		if c.Process != nil {
			_ = c.Wait()
		}
		close(ended)
	}()
	if err := <-started; err != nil {
		return err
	}
	s.stop = sync.OnceFunc(func() {
		_ = c.Process.Signal(syscall.SIGQUIT)
		select {
		case <-ended:
		case <-time.After(3 * time.Second):
			_ = c.Process.Kill()
			<-ended
		}
	})
	running.Lock()
	running.servers = append(running.servers, s)
	running.Unlock()
	for limit := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		err := ready()
		if err == nil {
			return nil
		}
		select {
		case <-ended:
			return fmt.Errorf("%s ended: %s", filepath.Base(program), said.String())
		default:
		}
		if time.Now().After(limit) {
			return fmt.Errorf("%s does not answer: %w; it said %s", filepath.Base(program), err, said.String())
		}
	}
}

// must skips a test without a server, and fails where one does not start.
func must(t testing.TB, s *Server, err error) *Server {
	t.Helper()
	if s == nil && err != nil {
		t.Skip("SKIPPED, NOT TESTED: " + err.Error())
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// run runs a program and returns what it printed.
func run(stdin, program string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, program, args...)
	c.Stdin = strings.NewReader(stdin)
	out, err := c.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", filepath.Base(program), err, out)
	}
	return string(out), err
}
