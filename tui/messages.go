package tui

import (
	"fms-tui/core"
	"fms-tui/model"
)

// solvedMsg brings the answer to the question of a generation.
type solvedMsg struct {
	generation int
	state      State
	result     *core.Result
	err        error
}

// busyMsg comes when a question of that generation may have taken so long that
// the user should see that it is being worked on.
type busyMsg struct{ generation int }

// exportedMsg says how writing a predictor ended.
type exportedMsg struct {
	predictor *model.Predictor
	path      string
	err       error // fs.ErrExist where a file is in the way
}

// toastEndMsg ends the toast with that number.
type toastEndMsg struct{ number int }

// frameMsg comes when the next frame may be painted.
type frameMsg struct{}

// settledMsg comes some time after the change of size with that number.
type settledMsg struct{ resizes int }
