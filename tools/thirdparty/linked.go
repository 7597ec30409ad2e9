package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// linkedModule is a module with packages in the program.
type linkedModule struct {
	path, version string
	folder        string   // in the module cache
	packages      []string // folders of the packages that are linked
}

// systems are the systems of the releases.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// linked returns the modules that the program links on any system, in order of their
// paths. The folder is the program's repository.
func linked(folder string) ([]linkedModule, error) {
	modules := make(map[string]linkedModule)
	for _, system := range systems {
		goos, goarch, _ := strings.Cut(system, "/")
		c := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}|{{.Version}}|{{.Dir}}|{{$.Dir}}{{end}}", "./cmd/fms-tui")
		c.Dir = folder
		c.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
		out, err := c.Output()
		if err != nil {
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				err = fmt.Errorf("%w\n%s", err, exit.Stderr)
			}
			return nil, fmt.Errorf("go list for %s: %w", system, err)
		}
		for line := range strings.Lines(string(out)) {
			f := strings.Split(strings.TrimSpace(line), "|")
			if len(f) != 4 || f[1] == "" {
				continue // the standard library, or the program itself
			}
			m := modules[f[0]]
			m.path, m.version, m.folder = f[0], f[1], f[2]
			m.packages = append(m.packages, f[3])
			modules[f[0]] = m
		}
	}
	var all []linkedModule
	for _, m := range modules {
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b linkedModule) int { return strings.Compare(a.path, b.path) })
	return all, nil
}

// licenceFiles returns the files with licences and notices that hold for the packages
// of a module: the files in the module's folder, in the packages' folders and between,
// in order.
func (m *linkedModule) licenceFiles() ([]string, error) {
	folders := map[string]bool{m.folder: true}
	for _, p := range m.packages {
		for ; p != m.folder && strings.HasPrefix(p, m.folder); p = filepath.Dir(p) {
			folders[p] = true
		}
	}
	var files []string
	for folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if !e.IsDir() && isLicence(e.Name()) {
				files = append(files, filepath.Join(folder, e.Name()))
			}
		}
	}
	slices.Sort(files)
	return files, nil
}

// isLicence tells whether a file of this name holds a licence or a notice.
func isLicence(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".go", ".s", ".c", ".h", ".py", ".sh":
		return false
	}
	upper := strings.ToUpper(name)
	return slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "PATENTS"}, func(p string) bool { return strings.HasPrefix(upper, p) })
}
