package pictures

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"fms-tui/internal/session"
	"fms-tui/model/export"
	"fms-tui/tui/picture"
)

// The moving picture: its terminal, how long a frame stands in hundredths of a
// second, and how long the last one does.
const (
	dragColumns, dragRows = 110, 32
	frameDelay, lastDelay = 8, 250
	dragName              = "drag.gif"
)

// drag makes the moving picture of a drag of the budget along its axis.
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
	if err := s.Settle(time.Minute, quiet, session.Contains("Seen in your data")); err != nil {
		return err
	}
	y, from, to, err := axis(s.Screen())
	if err != nil {
		return err
	}
	film := &film{ground: picture.Grounds["dark"]}
	at := from
	for i, target := range []int{from + (to-from)*3/4, from + (to-from)/5, to} {
		if i == 0 {
			at = from + (to-from)/3
			if err := s.Type(mouse(0, at, y, 'M')); err != nil {
				return err
			}
		}
		for at != target {
			at += max(-2, min(2, target-at))
			if err := s.Type(mouse(32, at, y, 'M')); err != nil {
				return err
			}
			if err := film.shoot(s); err != nil {
				return err
			}
		}
	}
	if err := s.Type(mouse(0, at, y, 'm')); err != nil {
		return err
	}
	if err := film.shoot(s); err != nil {
		return err
	}
	film.Delay[len(film.Delay)-1] = lastDelay
	return export.WriteFile(path, func(w io.Writer) error { return gif.EncodeAll(w, &film.GIF) })
}

// mouse is what a terminal sends for a button at a column and a row, from 0.
func mouse(button, x, y int, kind rune) string {
	return fmt.Sprintf("\x1b[<%d;%d;%d%c", button, x+1, y+1, kind)
}

// axis is the row of the budget's axis and its first and last column.
func axis(text string) (y, from, to int, err error) {
	for y, line := range strings.Split(text, "\n") {
		begin := strings.IndexAny(line, "┝├")
		end := strings.LastIndex(line, "┤")
		if begin >= 0 && end > begin && strings.Contains(line, "●") {
			return y, utf8.RuneCountInString(line[:begin]), utf8.RuneCountInString(line[:end]), nil
		}
	}
	return 0, 0, 0, errors.New("the screen shows no axis of budgets:\n" + text)
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

func (f *film) shoot(s *session.Session) error {
	if err := s.Settle(time.Minute, settled, func(string) bool { return true }); err != nil {
		return err
	}
	img, err := picture.Draw(s.Cells(), f.ground)
	if err != nil {
		return err
	}
	area := img.Bounds()
	if f.last != nil {
		if area = changed(f.last, img); area.Empty() {
			return nil
		}
	}
	part := image.NewRGBA(image.Rectangle{Max: area.Size()})
	draw.Draw(part, part.Bounds(), img, area.Min, draw.Src)
	frame := picture.Paletted(part)
	frame.Rect = frame.Rect.Add(area.Min)
	f.Image, f.Delay, f.last = append(f.Image, frame), append(f.Delay, frameDelay), img
	return nil
}

// changed is the least rectangle outside of which two images of a size are the same.
func changed(a, b *image.RGBA) (area image.Rectangle) {
	for y := range b.Bounds().Dy() {
		for x := range b.Bounds().Dx() {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				area = area.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return area
}
