package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/model/read"
)

// usualAttributes is how many attributes data may have unless --limit says otherwise: sums over
// pairs of 2,000 attributes and what is computed from them take about 4 GB (1,000 take 1 GB).
const usualAttributes = 2000

// addLimits adds the flags about what files may ask for.
func addLimits(p *program, root *cobra.Command) {
	p.limits.Attributes = cmp.Or(p.limits.Attributes, usualAttributes)
	fs := root.PersistentFlags()
	fs.Var(&value{kind: "NAME=SIZE", read: p.limits.Set}, "limit", "raise or lower a limit of files, such as line=200M: "+strings.Join(read.LimitNames(), ", "))
	fs.BoolVar(&p.limits.Trust, "trust", false, "unpack compressed files of any size")
}

// withFlag is an error with the flag that lets the file be read all the same.
func withFlag(err error) error {
	var limit *read.LimitError
	if !errors.As(err, &limit) {
		return err
	}
	flag := fmt.Sprintf("--limit %s=SIZE allows more", limit.Limit)
	if limit.Limit == read.Trusted {
		flag = "--trust unpacks it all the same"
	}
	return fmt.Errorf("%w; the limit is %s=%s, and %s", err, limit.Limit, read.SizeText(limit.Most), flag)
}
