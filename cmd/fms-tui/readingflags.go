package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"fms-tui/model/read"
)

// addKeeping adds the flags that say which rows, columns and records of the files
// are read, and what their tokens cost.
func (f *flags) addKeeping(c *cobra.Command) {
	fs := c.Flags()
	fs.StringSliceVar(&f.read.Attributes, "attributes", nil, "keep only the attributes that `GLOB` matches; repeat the flag or separate by commas")
	fs.StringSliceVar(&f.read.Pivot, "pivot", nil, "`COLUMN` whose values begin the attributes' names, such as a judge; several are joined by '.'")
	fs.StringArrayVar(&f.read.Where, "where", nil, "read only the rows with `COLUMN=VALUE`; repeated for other columns, or other values of one")
	fs.Var(shardValue{&f.read.Shard}, "shard", "read only part I of N of the objects, such as 3/20; a hash of the object's id decides")
	fs.StringVar(&f.read.Records, "records", "", "`PATH` of the records in nested JSON, such as results.items")
	fs.Var(clip{&f.read.Clip}, "clip", "move judgments to within K standard deviations of their attribute's mean, such as 2.5; they are counted")
	fs.Var(tokenPrice{&f.read.TokenPrice}, "token-price", "price of a million tokens in and out, such as 0.15,0.60; prices of judgments follow from the data's tokens")
}

// tokenPrice is the value of --token-price.
type tokenPrice struct{ to *string }

func (t tokenPrice) String() string {
	if t.to == nil {
		return ""
	}
	return *t.to
}

func (t tokenPrice) Set(s string) error {
	if err := read.CheckTokenPrice(s); err != nil {
		return err
	}
	*t.to = s
	return nil
}

func (t tokenPrice) Type() string { return "IN,OUT" }

// shardValue is the value of --shard.
type shardValue struct{ to *read.Shard }

func (v shardValue) String() string {
	if v.to == nil {
		return ""
	}
	return v.to.String()
}

func (v shardValue) Set(text string) (err error) {
	*v.to, err = read.ParseShard(text)
	return err
}

func (v shardValue) Type() string { return "I/N" }

// clip is the value of --clip.
type clip struct{ to *float64 }

func (c clip) String() string { return "" }
func (c clip) Type() string   { return "K" }

func (c clip) Set(s string) error {
	k, err := strconv.ParseFloat(s, 64)
	if err != nil || !(k >= 1 && k <= 100) {
		return fmt.Errorf("%q is no number of standard deviations: accepted are numbers from 1 to 100, such as 2.5", s)
	}
	*c.to = k
	return nil
}
