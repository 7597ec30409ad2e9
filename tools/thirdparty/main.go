// Command thirdparty writes THIRD_PARTY: the modules that the released programs
// link, with their licences. It reads them from the module cache.
//
//	go -C tools run ./thirdparty
package main

import (
	"fmt"
	"os"
)

func main() {
	modules, err := linked("..")
	if err == nil {
		var text []byte
		if text, err = document(modules); err == nil {
			err = os.WriteFile("../THIRD_PARTY", text, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "thirdparty:", err)
		os.Exit(1)
	}
}
