package main

import (
	"bytes"
	"os"
	"path"
	"path/filepath"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk" // registers the formats
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// zshFolders are where each system looks for completions of zsh.
var zshFolders = map[string]string{
	"deb": "usr/share/zsh/vendor-completions",
	"rpm": "usr/share/zsh/site-functions",
	"apk": "usr/share/zsh/site-functions",
}

// linuxPackages makes the packages of Debian, RPM and Alpine. They hold files only
// and run no scripts.
func (r *release) linuxPackages(t target, program []byte, docs tree) error {
	if t.os != "linux" {
		return nil
	}
	for _, kind := range []string{"deb", "rpm", "apk"} {
		content, err := installed(kind, program, docs)
		if err != nil {
			return err
		}
		if err := r.linuxPackage(kind, t, content); err != nil {
			return err
		}
	}
	return nil
}

// installed are the files of a package by where they are installed.
func installed(kind string, program []byte, docs tree) (tree, error) {
	content := tree{
		"usr/bin/" + name: program,
		"usr/share/bash-completion/completions/" + name:           docs[completions["bash"]],
		zshFolders[kind] + "/_" + name:                            docs[completions["zsh"]],
		"usr/share/fish/vendor_completions.d/" + name + ".fish":   docs[completions["fish"]],
		"usr/share/doc/" + name + "/copyright":                    append(append([]byte{}, docs["LICENSE"]...), docs["THIRD_PARTY"]...),
		"usr/share/doc/" + name + "/" + path.Base("CHANGELOG.md"): docs["CHANGELOG.md"],
	}
	for p, page := range docs {
		if path.Ext(p) != ".1" {
			continue
		}
		small, err := gzipped(page)
		if err != nil {
			return nil, err
		}
		content["usr/share/man/man1/"+path.Base(p)+".gz"] = small
	}
	return content, nil
}

// linuxPackage writes one package; nfpm reads its files from a folder.
func (r *release) linuxPackage(kind string, t target, content tree) error {
	dir, err := os.MkdirTemp("", "fms-tui-"+kind)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	info := &nfpm.Info{
		Name: name, Arch: t.arch, Platform: "linux", Version: r.version.linux(), VersionSchema: "semver",
		Section: "science", Priority: "optional", Maintainer: maintainer, Description: summary,
		Homepage: r.home, License: license, MTime: r.time,
	}
	info.RPM.BuildHost = "localhost"
	info.RPM.Summary = summary
	for _, p := range content.paths() {
		local := filepath.Join(dir, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(local), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(local, content[p], 0o600); err != nil {
			return err
		}
		info.Contents = append(info.Contents, &files.Content{
			Source: local, Destination: "/" + p,
			FileInfo: &files.ContentFileInfo{Mode: mode(p == "usr/bin/"+name), MTime: r.time, Owner: "root", Group: "root"},
		})
	}
	packager, err := nfpm.Get(kind)
	if err != nil {
		return err
	}
	info = nfpm.WithDefaults(info)
	if err := nfpm.PrepareForPackager(info, kind); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := packager.Package(info, &b); err != nil {
		return err
	}
	r.files[packager.ConventionalFileName(info)] = b.Bytes()
	return nil
}
