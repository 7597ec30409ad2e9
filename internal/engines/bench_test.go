//go:build linux

package engines_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"fms-tui/internal/engines"
)

// rowsOfBench is how many judgments BenchmarkMoments reads: FMS_ROWS, or a few.
func rowsOfBench(b *testing.B) int {
	n, err := strconv.Atoi(os.Getenv("FMS_ROWS"))
	if err != nil {
		return 100_000
	}
	return n
}

// generated makes rows of 100 judgments an object: 10 attributes by 10 of 50 raters.
// The i-th judgment is a hash of i; the label is a hash of its object.
const generated = `select concat('o', %[1]s) as object, concat('a', %[2]s) as attribute, %[3]s as judgment, concat('w', %[4]s) as rater, %[5]s as height from `

// BenchmarkMoments writes the moments of a table, as FMS_ROWS=10000000 go test
// ./internal/engines -run - -bench Moments -benchtime 1x does it of 10⁷ rows. It reports
// processor seconds of client and server, the client's memory, and the wall time beside
// the engine's own for the same grouping.
func BenchmarkMoments(b *testing.B) {
	n := rowsOfBench(b)
	program := filepath.Join(b.TempDir(), "fms-tui")
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/fms-tui").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	b.Run("postgres", func(b *testing.B) {
		s := engines.Postgres(b)
		i := func(of string) string { return "('x'||substr(md5((" + of + ")::text),1,7))::bit(28)::int" }
		sql := "create table if not exists big as " + fmt.Sprintf(generated, "g/100", "g/10%10", "(("+i("g")+"%1000)/100.0 + "+i("g/100")+"%7)::float8", "(g/100*7+g%10)%50", "("+i("g/100")+"%7)::float8") +
			fmt.Sprintf("generate_series(0, %d) g; analyze big", n-1)
		if _, err := s.PSQL(sql, "owner"); err != nil {
			b.Fatal(err)
		}
		measure(b, s, program, s.Address()+"?table=big", func() error {
			_, err := s.PSQL(`\o /dev/null`+"\nset jit=off; select object, min(height), array_agg(attribute), array_agg(judgment), array_agg(rater) from big group by object", "owner")
			return err
		})
	})
	b.Run("clickhouse", func(b *testing.B) {
		s := engines.Clickhouse(b)[0]
		for _, sql := range []string{
			"create table if not exists big (object String, attribute String, judgment Float64, rater String, height Float64) engine = MergeTree order by object",
			"insert into big " + fmt.Sprintf(generated, "toString(intDiv(number, 100))", "toString(intDiv(number, 10) % 10)", "(cityHash64(number) % 1000) / 100 + cityHash64(intDiv(number, 100)) % 7", "toString((intDiv(number, 100) * 7 + number % 10) % 50)", "toFloat64(cityHash64(intDiv(number, 100)) % 7)") +
				fmt.Sprintf("numbers(%d)", n),
		} {
			if _, err := s.Clickhouse(sql); err != nil {
				b.Fatal(err)
			}
		}
		measure(b, s, program, addressOf(s)+"?table=big", func() error {
			_, err := s.Clickhouse("select object, min(height), groupArray(attribute), groupArray(judgment), groupArray(rater) from big group by object format Null")
			return err
		})
	})
}

// measure runs the program and the engine's own grouping.
func measure(b *testing.B, s *engines.Server, program, address string, own func() error) {
	b.Helper()
	for b.Loop() {
		time.Sleep(time.Second) // what ran before is counted when it has ended
		before, began := s.CPU(), time.Now()
		c := exec.Command(program, "lab", "moments", address, "--label", "height", "--quiet", "-o", filepath.Join(b.TempDir(), "big.moments"))
		var said bytes.Buffer
		c.Stdout, c.Stderr = &said, &said
		if err := c.Run(); err != nil {
			b.Fatalf("%v: %s", err, said.String())
		}
		wall := time.Since(began)
		time.Sleep(time.Second)
		server := s.CPU() - before
		usage := c.ProcessState.SysUsage().(*syscall.Rusage)
		b.ReportMetric((c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), "client-s")
		b.ReportMetric(server.Seconds(), "server-s")
		b.ReportMetric(float64(usage.Maxrss)/1024, "MB")
		before, began = s.CPU(), time.Now()
		if err := own(); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(wall.Seconds()/time.Since(began).Seconds(), "times-own-wall")
		time.Sleep(time.Second)
		b.ReportMetric((s.CPU() - before).Seconds(), "own-server-s")
	}
}
