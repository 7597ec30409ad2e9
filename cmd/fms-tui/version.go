package main

import (
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

func versionCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  fms-tui version",
		Args:    arguments(0, 0, ""),
		RunE: func(c *cobra.Command, _ []string) error {
			return p.write(c.Context(), "", func(w io.Writer) error {
				_, err := fmt.Fprintln(w, versionLine())
				return err
			})
		},
	}
}

// built are the commit and the day of the running binary: what a release stamped, or else what Go
// did; "" where unknown.
func built() (commit, day string) {
	commit, day = revision, released
	modified := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision" && commit == "":
				commit = s.Value
			case s.Key == "vcs.time" && day == "":
				day, _, _ = strings.Cut(s.Value, "T")
			case s.Key == "vcs.modified" && s.Value == "true":
				modified = " modified"
			}
		}
	}
	return commit[:min(len(commit), 12)] + modified, day
}

// versionLine is the version with what the binary knows about its build.
func versionLine() string {
	commit, _ := built()
	return fmt.Sprintf("%s (%s)", tool(), strings.TrimSuffix(runtime.Version()+", "+commit, ", "))
}
