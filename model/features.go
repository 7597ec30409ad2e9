package model

// Features are numbers about objects that no rater gives, such as the length of a text.
type Features struct {
	Objects []string
	Names   []string
	Values  [][]float64 // by name, then by object; finite, or NaN where there is none
	Unused  []string    // columns that hold no numbers
}
