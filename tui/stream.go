package tui

import tea "charm.land/bubbletea/v2"

// stream runs work aside that reports what it has so far. Each message brings the
// newest that the program has not seen, and the command that waits for the next:
// where the screen is slower than the work, reports are skipped, but never the
// last one, which is what run returns.
//
// run calls report from one goroutine at a time, and not after it has returned.
func stream[T any](run func(report func(T)) T, message func(t T, last bool, next tea.Cmd) tea.Msg) tea.Cmd {
	newest, end := make(chan T, 1), make(chan T, 1)
	report := func(t T) {
		select {
		case <-newest: // nobody has seen it
		default:
		}
		newest <- t
	}
	var wait tea.Cmd
	wait = func() tea.Msg {
		select {
		case t := <-newest:
			return message(t, false, wait)
		case t := <-end:
			return message(t, true, nil)
		}
	}
	return func() tea.Msg {
		go func() { end <- run(report) }()
		return wait()
	}
}
