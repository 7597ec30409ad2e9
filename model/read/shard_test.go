package read

import (
	"crypto/md5"
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// TestShard: every object is in one shard, given by its hash as a number.
func TestShard(t *testing.T) {
	for n := 2; n <= 7; n++ {
		for i := range 300 {
			id := fmt.Sprint("object ", i, "é")
			hash, _ := new(big.Int).SetString(fmt.Sprintf("%x", md5.Sum([]byte(id)))[:8], 16)
			want := int(new(big.Int).Mod(hash, big.NewInt(int64(n))).Int64()) + 1
			for k := 1; k <= n; k++ {
				if got := (Shard{k, n}).Has(id); got != (k == want) {
					t.Fatalf("%s in %d/%d: %v, it is in %d", id, k, n, got, want)
				}
			}
		}
	}
	for _, wrong := range []string{"", "3", "0/3", "4/3", "1/0", "x/2", "1/2/3", "1/9999999"} {
		if _, err := ParseShard(wrong); err == nil || !strings.Contains(err.Error(), "such as 3/20") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// TestShardsOfFiles: the shards of files hold each judgment and label once.
func TestShardsOfFiles(t *testing.T) {
	var long, wide, labels strings.Builder
	long.WriteString("object,attribute,judgment\n")
	wide.WriteString("object,tall,male\n")
	labels.WriteString("object,height\n")
	for i := range 40 {
		fmt.Fprintf(&long, "o%d,tall,%d\no%d,male,%d\n", i, i%5, i, i%2)
		fmt.Fprintf(&wide, "o%d,%d,%d\n", i, i%5, i%2)
		fmt.Fprintf(&labels, "o%d,%d\n", i, i)
	}
	for name, text := range map[string]string{"long": long.String(), "wide": wide.String()} {
		seen := make(map[string]bool)
		for k := 1; k <= 3; k++ {
			found, err := Open(t.Context(), Query{
				Data: []Source{Bytes("d.csv", []byte(text))}, Labels: []Source{Bytes("l.csv", []byte(labels.String()))},
				Options: Options{Shard: Shard{k, 3}},
			})
			if err != nil {
				t.Fatal(err)
			}
			ds := found.Dataset
			for i, id := range ds.Objects {
				if seen[id] || ds.Start[i+1]-ds.Start[i] != 2 || fmt.Sprint("o", ds.Labels[0].Values[i]) != id {
					t.Errorf("%s: %s of shard %d", name, id, k)
				}
				seen[id] = true
			}
			if len(ds.Warnings) > 0 || len(ds.Reading.Dropped) != 1 || ds.Reading.Dropped[0].Reason != "row of another shard" {
				t.Errorf("%s: %v, %v", name, ds.Warnings, ds.Reading.Dropped)
			}
		}
		if len(seen) != 40 {
			t.Errorf("%s: %d objects, want 40", name, len(seen))
		}
	}
	_, err := Open(t.Context(), Query{Data: []Source{Bytes("d.csv", []byte("object,tall\na,1\na,2\n"))}, Options: Options{Shard: Shard{1, 1 << 20}}})
	if err == nil || !strings.Contains(err.Error(), "holds no object of shard 1/1048576") {
		t.Error(err)
	}
}
