//go:build unix

package moments

import (
	"context"
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"

	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// BenchmarkRatio sums whole forms in both modes in turn. It reports the least processor time
// of either and their ratio, which other work on the machine disturbs less than wall times.
func BenchmarkRatio(b *testing.B) {
	for _, size := range []struct{ d, m int }{{200, 10000}, {500, 10000}} {
		ds := simulate.Draw(simulate.World{
			Objects: size.m, Attributes: size.d, K: 2, Raters: 100, WholeForms: true,
		}, 1)
		b.Run(fmt.Sprintf("d=%d/m=%d", size.d, size.m), func(b *testing.B) {
			least := map[model.Raters]time.Duration{}
			for b.Loop() {
				for _, mode := range []model.Raters{model.RatersPaper, model.RatersAware} {
					if t := momentsTime(b, ds, mode); least[mode] == 0 || t < least[mode] {
						least[mode] = t
					}
				}
			}
			paper, aware := least[model.RatersPaper].Seconds(), least[model.RatersAware].Seconds()
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(1e3*paper, "paper-ms")
			b.ReportMetric(1e3*aware, "aware-ms")
			b.ReportMetric(aware/paper, "aware/paper")
		})
	}
}

// momentsTime is the processor time of what opening data costs.
func momentsTime(b *testing.B, ds *model.Dataset, mode model.Raters) time.Duration {
	runtime.GC()
	start := processorTime(b)
	blocks, err := Accumulate(context.Background(), ds, &ds.Labels[0], mode)
	if err != nil {
		b.Fatal(err)
	}
	m := blocks.Moments(blocks.Union(nil))
	m.Project(model.ProjectScaled)
	return processorTime(b) - start
}

// processorTime is what the process has used so far, of the user and of the system.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
