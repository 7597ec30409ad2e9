package main

import (
	"strings"
	"sync"
	"testing"
)

// TestSecrets: a password in an address is in nothing that the program prints.
func TestSecrets(t *testing.T) {
	for _, args := range [][]string{
		{"check", "postgres://u:hunter2@127.0.0.1:1/d?table=x"},
		{"select", "postgres://u@127.0.0.1:1/d?table=x&password=hunter2", "--json"},
		{"check", "postgres://u:hunter2@127.0.0.1:1/d"},
		{"check", "postgres://u:hunter2@[bad/d?table=x"},
		{"check", "postgres://u:hunter2%zz@127.0.0.1/d"},
		{"check", "x.csv", "--labels=postgres://u:hunter2@127.0.0.1:1/d?table=x"},
		{"sample", "postgres://u:hunter2@127.0.0.1:1/d?table=x"},
	} {
		var out, err strings.Builder
		if status := run(t.Context(), args, strings.NewReader(""), &out, &err, nil); status == 0 {
			t.Errorf("%q succeeded", args)
		}
		if said := out.String() + err.String(); strings.Contains(said, "hunter2") || said == "" {
			t.Errorf("%q says %s", args, said)
		}
	}
}

// TestEndWhileOpening: the program may end while its data are still opened.
func TestEndWhileOpening(t *testing.T) {
	p := &program{}
	var opening sync.WaitGroup
	opening.Go(func() {
		for range 2000 {
			if _, err := p.session(t.Context(), "postgres://nobody@127.0.0.1:1/none?table=x"); err != nil {
				t.Error(err)
			}
		}
	})
	for range 2000 {
		p.endReading()
	}
	opening.Wait()
}
