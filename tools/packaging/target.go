package main

import "fmt"

// target is a system that a release is built for.
type target struct {
	system string // as Go names it
	wheel  string // platform tags of its wheel
	npm    [2]string
}

// targets are all systems of a release. The program is linked statically, so one
// Linux wheel suits every C library. Go 1.26 needs macOS 12.
var targets = []target{
	{"linux/amd64", "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64", [2]string{"linux", "x64"}},
	{"linux/arm64", "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64", [2]string{"linux", "arm64"}},
	{"darwin/amd64", "macosx_12_0_x86_64", [2]string{"darwin", "x64"}},
	{"darwin/arm64", "macosx_12_0_arm64", [2]string{"darwin", "arm64"}},
	{"windows/amd64", "win_amd64", [2]string{"win32", "x64"}},
	{"windows/arm64", "win_arm64", [2]string{"win32", "arm64"}},
}

func targetNamed(system string) (target, error) {
	for _, t := range targets {
		if t.system == system {
			return t, nil
		}
	}
	return target{}, fmt.Errorf("no release is built for %q", system)
}

// windows tells whether programs end in .exe and have no manual pages.
func (t target) windows() bool { return t.npm[0] == "win32" }

// program is the name of the program's file.
func (t target) program() string {
	if t.windows() {
		return name + ".exe"
	}
	return name
}
