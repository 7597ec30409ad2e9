//go:build !nodata

package engine

import (
	"context"
	"strconv"
	"strings"
)

// storage is what the server says about a table.
type storage struct {
	engine string // such as MergeTree; "" where nothing is known
	full   string // the engine with its arguments
	// Of a distributed table: the cluster, and the table on its servers.
	cluster, database, table string
}

// bare is a name without the quotes that an expression has about it.
func bare(name string) string {
	name = strings.TrimSpace(name)
	if len(name) > 1 && name[0] == '`' && name[len(name)-1] == '`' {
		return strings.NewReplacer("\\`", "`", `\\`, `\`).Replace(name[1 : len(name)-1])
	}
	return name
}

// storageOf looks a table up; of a table that is not there nothing is known.
func (c *clickhouse) storageOf(ctx context.Context, table string) (storage, error) {
	if s, known := c.tablesKnown[table]; known {
		return s, nil
	}
	database, name, dotted := strings.Cut(table, ".")
	in := quotedText(database)
	if !dotted {
		in, name = "currentDatabase()", table
	}
	cells, err := c.one(ctx, "select engine, engine_full, database from system.tables where database = "+in+" and name = "+quotedText(name), 3)
	if err != nil {
		return storage{}, err
	}
	s := storage{engine: cells[0], full: cells[1], database: cells[2], table: name}
	if s.engine == "Distributed" {
		s.distribute()
	}
	if c.tablesKnown == nil {
		c.tablesKnown = make(map[string]storage)
	}
	c.tablesKnown[table] = s
	return s, nil
}

// distribute reads the arguments of Distributed(cluster, database, table, sharding key).
func (s *storage) distribute() {
	inside := strings.TrimSuffix(strings.TrimPrefix(s.full, "Distributed("), ")")
	arguments := strings.SplitN(inside, ",", 4)
	for i := range arguments {
		arguments[i] = strings.Trim(bare(arguments[i]), "'")
	}
	if len(arguments) < 3 {
		return
	}
	s.cluster, s.table = arguments[0], arguments[2]
	if arguments[1] != "" {
		s.database = arguments[1]
	}
}

// quotedText is a text in a statement of ClickHouse.
func quotedText(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

// fingerprint implements connection: the number of rows and a sum of hashes, of the parts
// in which the server keeps a table, or else of the rows. Parts that the server merges
// meanwhile have the same sum.
func (c *clickhouse) fingerprint(ctx context.Context, q *query, from string) (prints, error) {
	if q.table != "" {
		s, err := c.storageOf(ctx, q.table)
		if err != nil {
			return prints{}, err
		}
		if p, err := c.printOfParts(ctx, s); err == nil && p.sum != "" {
			if from == q.from() {
				return p, nil
			}
			n, err := c.printOf(ctx, "select count(), 0 from "+from)
			return prints{n.rows, p.sum}, err
		}
	}
	var hashed []string
	for _, name := range q.names() {
		hashed = append(hashed, "ifNull(toString("+backslashed(name)+"), '')")
	}
	return c.printOf(ctx, "select count(), sum(cityHash64("+strings.Join(hashed, ", ")+")) from "+from)
}

// printOfParts is the fingerprint of a table by its parts, of all shards where it is
// distributed; the zero value where nothing is known of them.
func (c *clickhouse) printOfParts(ctx context.Context, s storage) (prints, error) {
	parts, family := "system.parts", s.engine
	if s.cluster != "" {
		parts, family = "cluster("+quotedText(s.cluster)+", system.parts)", "MergeTree"
	}
	if !strings.HasSuffix(family, "MergeTree") {
		return prints{}, nil
	}
	return c.printOf(ctx, "select sum(n), sum(cityHash64(p, h, m, v, n)) from (select partition_id as p, hostName() as h, max(max_block_number) as m, max(data_version) as v, sum(rows) as n from "+
		parts+" where active and database = "+quotedText(s.database)+" and table = "+quotedText(s.table)+" group by p, h)")
}

// printOf asks for a fingerprint. Rows of no row have none.
func (c *clickhouse) printOf(ctx context.Context, sql string) (prints, error) {
	cells, err := c.one(ctx, sql, 2)
	if err != nil {
		return prints{}, err
	}
	n, err := strconv.ParseInt(cells[0], 10, 64)
	if err != nil || n == 0 {
		return prints{}, err
	}
	return prints{n, cells[1]}, nil
}
