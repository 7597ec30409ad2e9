package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version of the program; predictors carry it.
const version = "0.1.0"

// tool is how the program names itself in files.
const tool = "fms-tui " + version

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  arguments(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(p.stdout, versionLine())
			return err
		},
	}
}

// versionLine is the version with what the binary knows about its build.
func versionLine() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return tool
	}
	built := info.GoVersion
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			built += ", " + s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			built += " modified"
		}
	}
	return fmt.Sprintf("%s (%s)", tool, built)
}
