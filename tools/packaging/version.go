package main

import (
	"fmt"
	"regexp"
	"strings"
)

// version is a semantic version without build metadata. Its pre-release is empty
// or one that every kind of package can say.
type version struct {
	core string // 1.2.3
	pre  string // "", or alphaN, betaN or rcN
}

var versionForm = regexp.MustCompile(`^v?((?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*))(?:-((?:alpha|beta|rc)(?:0|[1-9]\d*)))?$`)

func parseVersion(s string) (version, error) {
	m := versionForm.FindStringSubmatch(s)
	if m == nil {
		return version{}, fmt.Errorf("%q is not a version; accepted: 1.2.3, or 1.2.3-rc1 with alpha, beta or rc", s)
	}
	return version{core: m[1], pre: m[2]}, nil
}

// String is the version as Semantic Versioning, npm and the program write it.
func (v version) String() string {
	if v.pre == "" {
		return v.core
	}
	return v.core + "-" + v.pre
}

// python is the version as PEP 440 writes it.
func (v version) python() string {
	return v.core + strings.NewReplacer("alpha", "a", "beta", "b").Replace(v.pre)
}
