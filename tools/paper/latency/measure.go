package latency

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"fms-tui/internal/session"
	"fms-tui/tools/build"
)

// limit is how long a screen may take before a measurement is given up.
const limit = 10 * time.Second

// measurement is what is measured, and where.
type measurement struct {
	program       string
	args          []string
	width, height int // of the terminal
}

// open starts the program and waits for its first frame, which is the opening screen,
// and for the first frame with the data. They were complete at these times.
func (m measurement) open() (s *session.Session, first, data time.Time, err error) {
	c := exec.Command(m.program, m.args...)
	c.Env = build.Environment()
	if s, err = session.Start(c, m.width, m.height); err != nil {
		return nil, first, data, err
	}
	if first, err = s.Until(limit, func(screen string) bool { return opened(screen) || framed(screen) }); err == nil {
		data, err = s.Until(limit, framed)
	}
	if err != nil {
		s.Close()
		return nil, first, data, err
	}
	return s, first, data, nil
}

// opened tells whether a screen is the opening screen, drawn to its last row.
func opened(screen string) bool {
	return strings.Contains(screen[strings.LastIndexByte(screen, '\n')+1:], "esc cancel")
}

// framed tells whether a screen is drawn to its last row, the footer.
func framed(screen string) bool {
	return strings.Contains(screen[strings.LastIndexByte(screen, '\n')+1:], "q quit")
}

// starts times n starts, to the first frame and to the first with the data.
func (m measurement) starts(ctx context.Context, n int) (first, data []time.Duration, err error) {
	first, err = repeat(ctx, n, func() (time.Duration, error) {
		began := time.Now()
		s, opened, framed, err := m.open()
		if err != nil {
			return 0, err
		}
		s.Close()
		data = append(data, framed.Sub(began))
		return opened.Sub(began), nil
	})
	return first, data, err
}

// rest is the processor time of a second in which nothing happens.
func (m measurement) rest(ctx context.Context, seconds time.Duration) (time.Duration, error) {
	m.args = []string{"--bootstrap", "0"}
	s, _, _, err := m.open()
	if err != nil {
		return 0, err
	}
	defer s.Close()
	time.Sleep(seconds * time.Second / 3) // honest losses come after the frame
	used := processorOf(s)
	time.Sleep(seconds * time.Second)
	return (processorOf(s) - used) / seconds, ctx.Err()
}

// slider is where the slider is on the screen: the columns of its track's ends
// and its thumb, and its row, from 0; and the budget beside it.
type slider struct {
	first, last, thumb, row int
	budget                  string
}

// The row of the slider, which is the chart's axis, and the budget over what it buys.
var (
	axis   = regexp.MustCompile(`[├┝●][━─●┴┷◇▲]{4,}[┤●]`)
	budget = regexp.MustCompile(`at B = (\S+)`)
)

// sliderOn finds the slider; ok is false where there is none.
func sliderOn(screen string) (s slider, ok bool) {
	shown := budget.FindStringSubmatch(screen)
	for y, line := range strings.Split(screen, "\n") {
		if shown == nil || !axis.MatchString(line) {
			continue
		}
		cells := []rune(line) // each takes one column
		onTrack := func(r rune) bool { return strings.ContainsRune("├┝━─┤●┴┷◇▲", r) }
		first := slices.IndexFunc(cells, onTrack)
		last := first + slices.IndexFunc(cells[first:], func(r rune) bool { return !onTrack(r) }) - 1
		return slider{first, last, slices.Index(cells, '●'), y, shown[1]}, true
	}
	return slider{}, false
}

// hold opens the program and presses on the thumb.
func (m measurement) hold() (*session.Session, slider, error) {
	s, _, _, err := m.open()
	if err != nil {
		return nil, slider{}, err
	}
	at, ok := sliderOn(s.Screen())
	if !ok || at.last-at.first < 10 {
		s.Close()
		return nil, at, fmt.Errorf("there is no slider to drag on the screen\n%s", s.Screen())
	}
	if err := s.Type(session.Mouse(session.Left, at.thumb, at.row, true)); err != nil {
		s.Close()
		return nil, at, err
	}
	return s, at, nil
}

// pause lets the program be still for a time, and ends at a random moment.
func pause(random *rand.Rand, still time.Duration) {
	time.Sleep(still + time.Duration(random.Int64N(int64(25*time.Millisecond))))
}

// drags times single motions, each after the program was still for a time, and returns
// the processor time of a motion too, 0 where the system does not tell.
func (m measurement) drags(ctx context.Context, n int, still time.Duration) (times []time.Duration, processor time.Duration, err error) {
	s, at, err := m.hold()
	if err != nil {
		return nil, 0, err
	}
	defer s.Close()
	time.Sleep(settling)
	before := processorOf(s)
	random := rand.New(rand.NewPCG(1, 2))
	x := at.thumb
	times, err = repeat(ctx, n, func() (time.Duration, error) {
		pause(random, still)
		now, _ := sliderOn(s.Screen())
		x = another(random, at, x)
		began := time.Now()
		shown, err := moveTo(s, func(then slider) bool { return then.budget != now.budget }, at.row, x)
		return shown.Sub(began), err
	})
	return times, (processorOf(s) - before) / time.Duration(n), err
}

// settling is how long the program may go on with what a start begins.
const settling = time.Second / 2

// another is a column of the track so far from x that the budget is another; small
// budgets lie several columns apart.
func another(random *rand.Rand, at slider, x int) int {
	n, near := at.last-at.first+1, (at.last-at.first)/6
	return at.first + (x-at.first+near+random.IntN(n-2*near+1))%n
}

// moveTo moves the pointer along columns, the button held, and returns when the
// output was read after which the slider is as awaited.
func moveTo(s *session.Session, awaited func(slider) bool, row int, columns ...int) (time.Time, error) {
	var motions strings.Builder
	for _, x := range columns {
		motions.WriteString(session.Mouse(session.Left+session.Motion, x, row, true))
	}
	if err := s.Type(motions.String()); err != nil {
		return time.Time{}, err
	}
	return s.Until(limit, func(screen string) bool {
		now, ok := sliderOn(screen)
		return ok && awaited(now)
	})
}

// bursts times many motions at once: to and fro over the left half of the
// track, and last to its right end, where no other has been.
func (m measurement) bursts(ctx context.Context, n, motions int) ([]time.Duration, error) {
	s, at, err := m.hold()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	random := rand.New(rand.NewPCG(3, 4))
	half := (at.last - at.first) / 2
	columns := make([]int, motions)
	for i := range columns {
		columns[i] = at.first + half - int(math.Abs(float64(i%(2*half)-half)))
	}
	columns[motions-1] = at.last
	return repeat(ctx, n, func() (time.Duration, error) {
		if _, err := moveTo(s, func(now slider) bool { return now.thumb == at.first }, at.row, at.first); err != nil {
			return 0, err
		}
		pause(random, restPause)
		began := time.Now()
		shown, err := moveTo(s, func(now slider) bool { return now.thumb == at.last }, at.row, columns...)
		return shown.Sub(began), err
	})
}

// quantile is the least of the sorted times that a share of them does not
// exceed.
func quantile(times []time.Duration, share float64) time.Duration {
	return times[max(int(math.Ceil(share*float64(len(times))))-1, 0)]
}
