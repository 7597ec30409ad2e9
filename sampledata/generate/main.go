// Generate rewrites the bundled data sets: go run ./generate DIR.
package main

import (
	"fmt"
	"os"

	"fms-tui/sampledata"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate DIR")
		os.Exit(2)
	}
	if err := sampledata.Generate(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}
