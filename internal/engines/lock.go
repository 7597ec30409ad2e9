//go:build linux

package engines

import "runtime"

// lock runs f on a thread of its own.
func lock(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	f()
}
