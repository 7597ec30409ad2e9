package main

import (
	"github.com/spf13/cobra"

	"fms-tui/model/read"
)

// addKeeping adds the flags that say which rows, columns and records of the files
// are read, and what their tokens cost.
func (f *dataFlags) addKeeping(c *cobra.Command) {
	fs := c.Flags()
	fs.StringSliceVar(&f.read.Attributes, "attributes", nil, "keep only the attributes that `GLOB` matches; repeat the flag or separate by commas")
	fs.StringSliceVar(&f.read.Pivot, "pivot", nil, "`COLUMN` whose values begin the attributes' names, such as a judge; several are joined by '.'")
	fs.StringArrayVar(&f.read.Where, "where", nil, "read only the rows with `COLUMN=VALUE`; repeated for other columns, or other values of one")
	fs.Var(&value{kind: "I/N", read: func(s string) (err error) {
		f.read.Shard, err = read.ParseShard(s)
		return err
	}}, "shard", "read only part I of N of the objects, such as 3/20; a hash of the object's id decides")
	fs.StringVar(&f.read.Records, "records", "", "`PATH` of the records in nested JSON, such as results.items")
	fs.Var(decimal("K", &f.read.Clip, func(x float64) bool { return x >= 1 && x <= 100 },
		"no number of standard deviations: accepted are numbers from 1 to 100, such as 2.5"), "clip", "move judgments to within K standard deviations of their attribute's mean, such as 2.5; they are counted")
	fs.Var(&value{kind: "IN,OUT", read: func(s string) error {
		f.read.TokenPrice = s
		return read.CheckTokenPrice(s)
	}}, "token-price", "price of a million tokens in and out, such as 0.15,0.60; prices of judgments follow from the data's tokens")
}
