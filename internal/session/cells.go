package session

import (
	"fmt"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
)

// Cells are the cells of the screen by row, with their styles. The second
// column of a wide character is a cell of width 0.
func (s *Session) Cells() [][]uv.Cell {
	s.mu.Lock()
	defer s.mu.Unlock()
	rows := make([][]uv.Cell, s.vt.Height())
	for y := range rows {
		rows[y] = make([]uv.Cell, s.vt.Width())
		for x := range rows[y] {
			rows[y][x] = *s.vt.CellAt(x, y)
		}
	}
	return rows
}

// Settle waits until the screen is as awaited and nothing more is written to it
// for the time that quiet says: a frame may come in several pieces. The error
// shows how the screen is.
func (s *Session) Settle(limit, quiet time.Duration, awaited func(screen string) bool) error {
	deadline := time.Now().Add(limit)
	for {
		if _, err := s.Until(time.Until(deadline), awaited); err != nil {
			return err
		}
		screen, _, changed := s.present()
		if !awaited(screen) {
			continue
		}
		select {
		case <-time.After(quiet):
			return nil
		case <-changed:
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("not still within %v; the screen is\n%s", limit, s.Screen())
		}
	}
}
