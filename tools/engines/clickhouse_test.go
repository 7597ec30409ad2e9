//go:build linux

package engines_test

import (
	"fmt"
	"strings"
	"testing"

	"fms-tui/model/read"
	"fms-tui/model/read/engine"
	"fms-tui/tools/engines"
)

// clickhouse runs statements, each of which must succeed.
func clickhouse(t *testing.T, s *engines.Server, statements ...string) string {
	t.Helper()
	out := ""
	for _, sql := range statements {
		var err error
		if out, err = s.Clickhouse(sql); err != nil {
			t.Fatal(err)
		}
	}
	return strings.TrimSpace(out)
}

// columnsOfWorld are the columns of a table of the world.
const columnsOfWorld = "(object String, attribute String, judgment Nullable(Float64), rater Nullable(String), height Float64, turn UInt32)"

// poured fills a table of the world's judgments, in no order.
func poured(t *testing.T, s *engines.Server, table string, w *world) {
	t.Helper()
	clickhouse(t, s, "drop table if exists "+table, "create table "+table+" "+columnsOfWorld+" engine = MergeTree order by object",
		"insert into "+table+" format CSV "+strings.ReplaceAll(strings.ReplaceAll(strings.Join(w.rows, "\n"), ",,", ",\\N,"), ",,", ",\\N,"))
}

func addressOf(s *engines.Server) string {
	return fmt.Sprintf("clickhouse://default@127.0.0.1:%d/default", s.Port)
}

// TestClickhouseSameAsFile: a table, a query, labels of their own and a distributed
// table give the answers of the file.
func TestClickhouseSameAsFile(t *testing.T) {
	all := engines.Clickhouse(t)
	s := all[0]
	w := draw(90, 7)
	poured(t, s, "judgments", w)
	clickhouse(t, s, "drop table if exists heights", "create table heights (object String, height Float64) engine = Memory", "insert into heights format CSV "+strings.Join(w.labels, "\n"))
	for _, shard := range all {
		clickhouse(t, shard, "drop table if exists part", "create table part "+columnsOfWorld+" engine = MergeTree order by object")
	}
	// The setting makes the insert wait for all shards.
	clickhouse(t, s, "drop table if exists everywhere", "create table everywhere "+columnsOfWorld+" engine = Distributed(three, default, part, cityHash64(object))")
	if _, err := s.ClickhouseWith("insert_distributed_sync=1", "insert into everywhere select * from judgments"); err != nil {
		t.Fatal(err)
	}
	clickhouse(t, s, "drop table if exists scattered", "create table scattered as everywhere engine = Distributed(three, default, part, rand())")
	sameAsFile(t, w, map[string]asked{
		"table":           {addressOf(s) + "?table=judgments", "", "", "height"},
		"query":           {addressOf(s), "select object as item, attribute, judgment as score, rater, height, turn from default.judgments; ", "", "height"},
		"other types":     {addressOf(s), "select object as item, attribute, toString(judgment) as score, rater, cast(height as Nullable(Float64)) as height, turn from default.judgments", "", "height"},
		"labels":          {addressOf(s), "select object, attribute, judgment, rater, turn from judgments -- all", "select * from heights", ""},
		"distributed":     {addressOf(s) + "?table=default.everywhere", "", "", "height"},
		"at random":       {addressOf(s) + "?table=scattered", "", "", "height"},
		"no settings":     {strings.Replace(addressOf(s), "default@", "reader:hunter2@", 1) + "?table=judgments", "", "", "height"},
		"query of shards": {addressOf(s), "select * from everywhere", "", "height"},
	})
	if n := clickhouse(t, all[1], "select count() > 0 and count() < "+fmt.Sprint(len(w.rows))+" from part"); n != "1" {
		t.Error("the second shard holds all or nothing: the test shows nothing")
	}
	inShards(t, addressOf(s)+"?table=judgments", w)
}

// TestClickhouseErrors: each is one sentence with the server's words behind it.
func TestClickhouseErrors(t *testing.T) {
	s := engines.Clickhouse(t)[0]
	poured(t, s, "judgments", draw(20, 1))
	a := addressOf(s)
	errorsOf(t, map[string]wrong{
		"no table":       {a + "?table=judgements", "", "there is no such table"},
		"no column":      {a, "select objekt from judgments", "there is no such column"},
		"in its table":   {a, "select object, attribute, j.judgement as judgment, height from judgments j", "there is no such column"},
		"table in query": {a, "select * from judgements", "there is no such table"},
		"no query":       {a, "selekt 1", "the query cannot be run; the server says: Syntax error"},
		"no login":       {strings.Replace(a, "default@", "reader@", 1) + "?table=judgments", "", "the database does not accept the user or the password"},
		"no database":    {strings.TrimSuffix(a, "default") + "other?table=judgments", "", "the server has no such database; the server says: Database other doesn't exist"},
		"refused":        {"clickhouse://127.0.0.1:1/x?table=judgments", "", "no database listens at 127.0.0.1:1"},
		"parameter":      {a + "?tabel=x", "select 1", `the address knows the parameters table, secure and ca, not "tabel"`},
		"no object":      {a, "select if(turn = 3, NULL, object) as object, attribute, judgment, height from judgments", "is empty: every row needs the id of its object"},
		"two labels":     {a, "select object, attribute, judgment, if(attribute = 'tall', height, 1) as height from judgments", "of object"},
		"writing":        {a, "insert into judgments select * from judgments", "the query cannot be run"},
		"midway":         {a, "select object, attribute, toFloat64(throwIf(number = 90)) as judgment, height from judgments cross join (select number from numbers(100))", "Value passed to 'throwIf' function is non zero"},
	})
}

// TestClickhouseChanged: rows that come while others are read are an error.
func TestClickhouseChanged(t *testing.T) {
	s := engines.Clickhouse(t)[0]
	poured(t, s, "moving", draw(20, 1))
	a, err := engine.ParseAddress(addressOf(s) + "?table=moving")
	if err != nil {
		t.Fatal(err)
	}
	session := engine.Connect(t.Context(), a)
	from, err := session.Source("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read.Open(t.Context(), read.Query{Data: []read.Source{from}, Options: read.Options{Label: "height"}}); err != nil {
		t.Fatal(err)
	}
	clickhouse(t, s, "insert into moving values ('x', 'tall', 1, 'w', 2, 1)")
	if err := session.Close(); err == nil || !strings.Contains(err.Error(), "the rows changed while they were read") {
		t.Errorf("a row more: %v", err)
	}
}

// TestClickhouseCancel: a reader who stops stops the server too.
func TestClickhouseCancel(t *testing.T) {
	s := engines.Clickhouse(t)[0]
	poured(t, s, "judgments", draw(20, 1))
	stops(t, addressOf(s), "select object, attribute, judgment, height from judgments cross join (select number from numbers(20000000)) where judgment + number > 0", func() bool {
		return clickhouse(t, s, "select count() from system.processes where query like '%numbers(20000000)%' and query not like '%system.processes%'") != "0"
	})
}
