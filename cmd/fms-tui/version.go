package main

import (
	"cmp"
	"fmt"
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

func tool() string { return "fms-tui " + version }

func versionCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  fms-tui version",
		Args:    arguments(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(resultsOf{p}, versionLine())
			return err
		},
	}
}

// built are the commit and the day of the running binary: what a release stamped, or else what Go
// did; "" where unknown.
func built() (commit, day string) {
	of := make(map[string]string)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			of[s.Key] = s.Value
		}
	}
	commit = cmp.Or(revision, of["vcs.revision"])
	if commit = commit[:min(len(commit), 12)]; of["vcs.modified"] == "true" {
		commit += " modified"
	}
	day, _, _ = strings.Cut(cmp.Or(released, of["vcs.time"]), "T")
	return commit, day
}

func versionLine() string {
	commit, _ := built()
	return fmt.Sprintf("%s (%s)", tool(), strings.TrimSuffix(runtime.Version()+", "+commit, ", "))
}
