package read

// The values of --name-is.
const (
	nameIsAttribute = "attribute"
	nameIsRater     = "rater"
)

// NamesAre lists the values of --name-is.
func NamesAre() []string { return []string{nameIsAttribute, nameIsRater} }

// named is a table with one more column, the same in every row: what the file's
// name stands for.
type named struct {
	table
	column, value string
	names, cells  []string
}

func (n *named) header() ([]string, int) {
	names, line := n.table.header()
	n.names = append(append(n.names[:0], names...), n.column)
	return n.names, line
}

func (n *named) next() ([]string, int, error) {
	cells, line, err := n.table.next()
	if err != nil {
		return nil, line, err
	}
	n.cells = append(append(n.cells[:0], cells...), n.value)
	return n.cells, line, nil
}
