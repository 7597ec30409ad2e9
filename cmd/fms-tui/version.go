package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// A release stamps these with -ldflags "-X main.version=…". Predictors carry the
// version.
var (
	version  = "0.1.0"
	revision string // commit, "" where unknown
	released string // date of the commit, YYYY-MM-DD, "" where unknown
)

// tool is how the program names itself in files.
func tool() string { return "fms-tui " + version }

// build is what a binary knows about itself, as `version --json` prints it.
type build struct {
	Version  string   `json:"version"`
	Revision string   `json:"revision"` // "" where unknown
	Modified bool     `json:"modified"` // built from a work tree with changes
	Date     string   `json:"date"`     // of the revision, "" where unknown
	Go       string   `json:"go"`
	OS       string   `json:"os"`
	Arch     string   `json:"arch"`
	Tags     []string `json:"tags"` // build tags
}

func versionCommand(p *program) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  fms-tui version --json",
		Args:    arguments(0, 0, ""),
		RunE: func(c *cobra.Command, _ []string) error {
			return p.write(c.Context(), "", func(w io.Writer) error {
				if !asJSON {
					_, err := fmt.Fprintln(w, versionLine())
					return err
				}
				out := json.NewEncoder(w)
				out.SetIndent("", "  ")
				return out.Encode(thisBuild())
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// thisBuild describes the running binary: what a release stamped, or else what Go did.
func thisBuild() build {
	b := build{Version: version, Revision: revision, Date: released, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Tags: []string{}}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && b.Revision == "":
			b.Revision = s.Value
		case s.Key == "vcs.time" && b.Date == "":
			b.Date, _, _ = strings.Cut(s.Value, "T")
		case s.Key == "vcs.modified":
			b.Modified = s.Value == "true"
		case s.Key == "-tags" && s.Value != "":
			b.Tags = strings.Split(s.Value, ",")
		}
	}
	return b
}

// versionLine is the version with what the binary knows about its build.
func versionLine() string {
	b := thisBuild()
	built := b.Go
	if b.Revision != "" {
		built += ", " + b.Revision[:min(len(b.Revision), 12)]
	}
	if b.Modified {
		built += " modified"
	}
	return fmt.Sprintf("%s (%s)", tool(), built)
}
