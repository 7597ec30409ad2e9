package model

// Features are numbers about objects: one for each, whoever looks at them.
type Features struct {
	Objects []string
	Names   []string
	Values  [][]float64 // by name, then by object; finite, or NaN where there is none
	Unused  []string    // columns that hold no numbers
}
