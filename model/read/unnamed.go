package read

import (
	"os"
	"runtime"
)

// deleteOnClose makes Windows delete a file with its last handle (FILE_FLAG_DELETE_ON_CLOSE).
const deleteOnClose = 0x04000000

// Unnamed returns an empty temporary file that is gone when it is closed, or when the process
// ends, however that ends: no name leads to it.
func Unnamed() (*os.File, error) {
	f, err := os.CreateTemp("", "fms-tui-")
	if err != nil {
		return nil, err
	}
	if runtime.GOOS == "windows" { // an open file keeps its name there
		f.Close()
		return os.OpenFile(f.Name(), os.O_RDWR|deleteOnClose, 0o600)
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
