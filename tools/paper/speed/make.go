package speed

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// order is a file to be made, as one process asks another one.
type order struct {
	Path                string
	Objects, Attributes int
	Layout              layout
	Parquet             bool
}

// make writes the file in a process of its own: the memory of a process that starts another
// one counts as memory of the latter.
func (f file) make(ctx context.Context, path string) error {
	self, err := os.Executable()
	if err != nil || testing.Testing() {
		return f.write(path)
	}
	text, err := json.Marshal(order{path, f.objects, f.attributes, f.layout, f.parquet})
	if err != nil {
		return err
	}
	if said, err := exec.CommandContext(ctx, self, "speed", "-make", string(text)).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", path, err, said)
	}
	return nil
}

// made makes a file that is ordered so.
func made(text string) error {
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return fmt.Errorf("-make %q: %w", text, err)
	}
	return file{"", o.Objects, o.Attributes, o.Layout, o.Parquet}.write(o.Path)
}
