package gram

import "testing"

// Zeros are zeros, as many as asked for, also where memory was used before.
func TestZeros(t *testing.T) {
	for _, n := range []int{0, 1, page - 1, page, page + 1, 5*page + 7} {
		z := Zeros(n)
		if len(z) != n {
			t.Fatalf("Zeros(%d) has %d numbers", n, len(z))
		}
		for i, x := range z {
			if x != 0 {
				t.Fatalf("Zeros(%d)[%d] = %v", n, i, x)
			}
			z[i] = 1
		}
	}
}
