package overflow

import (
	"errors"
	"strings"
	"testing"
)

func TestCatch(t *testing.T) {
	work := func(with func()) (err error) {
		defer Catch(&err)
		with()
		return nil
	}
	var e *Error
	if err := work(func() { Raise("a matrix") }); !errors.As(err, &e) || !strings.Contains(err.Error(), "(a matrix): divide") {
		t.Errorf("%v", err)
	}
	if err := work(func() {}); err != nil {
		t.Error(err)
	}
	defer func() {
		if p := recover(); p != "a broken contract" {
			t.Errorf("the panic became %v", p)
		}
	}()
	_ = work(func() { panic("a broken contract") })
}
