// Package overflow turns numbers that leave the range of floating point, deep in a
// computation that returns no error, into an error of the package's caller.
//
// Attributes whose sums leave the range are no candidates (moments.TooLarge), so that
// nothing computed from the others should. An overflow is the data's fault, not the
// caller's. So it is an error, while a broken contract is a panic.
package overflow

// Error says that numbers left the range of floating point.
type Error struct {
	What string // what was computed
}

// Error says what the user can do.
func (e *Error) Error() string {
	return "the numbers of the data leave the range of floating point (" + e.What +
		"): divide the attributes of the largest values by a constant, or leave them out"
}

// Raise ends the computation. Catch returns it as an error.
func Raise(what string) { panic(&Error{what}) }

// Catch, deferred, puts what Raise ended the function with into its error. Other
// panics go on.
func Catch(err *error) {
	switch p := recover().(type) {
	case nil:
	case *Error:
		*err = p
	default:
		panic(p)
	}
}
