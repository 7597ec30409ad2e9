package pictures

import (
	"cmp"
	"context"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"fms-tui/core/report/plot"
	"fms-tui/internal/session"
	"fms-tui/model/export"
	"fms-tui/tui/picture"
)

// The moving picture: its terminal, and how long a frame stands, in hundredths of a
// second: the first one, each of a drag, where a drag turns, and the last one. They are
// twelve seconds together.
const (
	dragColumns, dragRows                       = 110, 32
	firstDelay, frameDelay, turnDelay, endDelay = 200, 16, 90, 250
	dragName                                    = "drag.gif"
)

// drag makes the moving picture: the first screen, a drag of the budget to the end of
// its axis, far down and up again, and the export of the predictor.
func (p program) drag(ctx context.Context, path string) error {
	c, err := p.open(ctx, "")
	if err != nil {
		return err
	}
	c.Args = append(c.Args, "--theme", "dark")
	s, err := session.Start(c, dragColumns, dragRows)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := settle(s, time.Minute, quiet, session.Contains("Seen in your data")); err != nil {
		return err
	}
	y, from, at, to, err := axis(s.Screen())
	if err != nil {
		return err
	}
	film := &film{ground: picture.Grounds["dark"]}
	if err := film.shoot(s, firstDelay); err != nil {
		return err
	}
	if err := s.Type(session.Mouse(session.Left, at, y, true)); err != nil {
		return err
	}
	for _, target := range []int{to, from + (to-from)/8, from + (to-from)/2} {
		for at != target {
			at += cmp.Compare(target, at)
			if err := s.Type(session.Mouse(session.Left+session.Motion, at, y, true)); err != nil {
				return err
			}
			if err := film.shoot(s, frameDelay); err != nil {
				return err
			}
		}
		film.Delay[len(film.Delay)-1] = turnDelay
	}
	if err := s.Type(session.Mouse(session.Left, at, y, false)); err != nil {
		return err
	}
	if err := film.shoot(s, frameDelay); err != nil {
		return err
	}
	if err := s.Type("e"); err != nil {
		return err
	}
	if err := film.shoot(s, endDelay); err != nil {
		return err
	}
	return export.WriteFile(path, func(w io.Writer) error { return gif.EncodeAll(w, &film.GIF) })
}

// axis is the row of the budget's axis, and the columns of its first cell, of the budget
// and of its last cell.
func axis(text string) (y, from, at, to int, err error) {
	for y, line := range strings.Split(text, "\n") {
		begin := strings.IndexAny(line, "┝├")
		thumb, end := strings.Index(line, "●"), strings.LastIndex(line, "┤")
		if begin >= 0 && thumb > begin && end > thumb {
			return y, utf8.RuneCountInString(line[:begin]), utf8.RuneCountInString(line[:thumb]), utf8.RuneCountInString(line[:end]), nil
		}
	}
	return 0, 0, 0, 0, errors.New("the screen shows no axis of budgets:\n" + text)
}

// film is a moving picture being made. After the first frame only what changes is
// kept.
type film struct {
	gif.GIF
	ground picture.Ground
	last   *image.RGBA
}

// settled is how long the screen must stand still to be a frame.
const settled = 120 * time.Millisecond

// shoot adds the screen once it stands still, for a time in hundredths of a second, unless
// it is as before. A pixel that stays is transparent, which packs well.
func (f *film) shoot(s *session.Session, delay int) error {
	if err := settle(s, time.Minute, settled, func(string) bool { return true }); err != nil {
		return err
	}
	img, err := plot.Image(picture.Of(s.Cells(), f.ground))
	if err != nil {
		return err
	}
	change, area := img, img.Bounds()
	if f.last != nil {
		if change, area = changed(f.last, img); area.Empty() {
			return nil
		}
	}
	part := image.NewRGBA(image.Rectangle{Max: area.Size()})
	draw.Draw(part, part.Bounds(), change, area.Min, draw.Src)
	frame := paletted(part)
	frame.Rect = frame.Rect.Add(area.Min)
	f.Image, f.Delay, f.last = append(f.Image, frame), append(f.Delay, delay), img
	return nil
}

// changed are the pixels of an image that differ from an earlier one of its size, on a
// transparent ground, and the least rectangle that holds them.
func changed(before, after *image.RGBA) (change *image.RGBA, area image.Rectangle) {
	change = image.NewRGBA(after.Bounds())
	for y := range after.Bounds().Dy() {
		for x := range after.Bounds().Dx() {
			if c := after.RGBAAt(x, y); c != before.RGBAAt(x, y) {
				change.SetRGBA(x, y, c)
				area = area.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return change, area
}
