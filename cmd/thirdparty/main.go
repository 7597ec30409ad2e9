// Command thirdparty writes THIRD_PARTY: the modules that the released programs
// link, with their licences. It reads them from the module cache.
package main

import (
	"fmt"
	"os"
)

//go:generate go run . ../../THIRD_PARTY

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: thirdparty FILE, in this folder")
		os.Exit(2)
	}
	modules, err := linked(".")
	if err == nil {
		var text []byte
		if text, err = document(modules); err == nil {
			err = os.WriteFile(os.Args[1], text, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "thirdparty:", err)
		os.Exit(1)
	}
}
