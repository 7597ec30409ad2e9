//go:build linux

package engines_test

import (
	"fmt"
	"strings"
	"testing"

	"fms-tui/model/read"
	"fms-tui/tools/engines"
)

// psql runs statements, which must succeed.
func psql(t *testing.T, s *engines.Server, sql string) string {
	t.Helper()
	out, err := s.PSQL(sql, "owner")
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(out)
}

// loaded fills a table of the world's judgments, in no order.
func loaded(t *testing.T, s *engines.Server, table string, w *world) {
	t.Helper()
	psql(t, s, fmt.Sprintf("drop table if exists %[1]s; create table %[1]s (object text, attribute text, judgment float8, rater text, height float8, turn int);\n"+
		"copy %[1]s from stdin with (format csv);\n%[2]s\n\\.\n", table, strings.Join(w.rows, "\n")))
}

// TestPostgresSameAsFile: a table, a query and a query with labels of its own give the
// answers of the file.
func TestPostgresSameAsFile(t *testing.T) {
	s := engines.Postgres(t)
	w := draw(90, 7)
	loaded(t, s, "judgments", w)
	psql(t, s, "drop table if exists heights; create table heights (object text, height float8);\ncopy heights from stdin with (format csv);\n"+strings.Join(w.labels, "\n")+"\n\\.\n")
	sameAsFile(t, w, map[string]asked{
		"table":  {s.Address() + "?table=judgments", "", "", "height"},
		"query":  {s.Address(), "select object as item, attribute, judgment::numeric as score, rater, height, turn from public.judgments; ", "", "height"},
		"types":  {s.Address(), "select object as item, attribute, judgment::text as score, rater::varchar, height::text as height, turn::int8 from public.judgments", "", "height"},
		"labels": {s.Address(), "select object, attribute, judgment, rater, turn from judgments -- all", "select * from heights", ""},
		"folded": {s.Address() + "?table=public.judgments", "", "", "height"},
	})
}

// TestPostgresShards: the server sends the objects of a shard, each in one.
func TestPostgresShards(t *testing.T) {
	s := engines.Postgres(t)
	w := draw(60, 3)
	loaded(t, s, "sharded", w)
	inShards(t, s.Address()+"?table=sharded", w)
}

// opening returns the error of opening a table or query.
func opening(t *testing.T, address, sql string) error {
	t.Helper()
	s := connect(t, address)
	from, err := s.Source(sql)
	if err != nil {
		return err
	}
	_, err = read.Open(t.Context(), read.Query{Data: []read.Source{from}, Options: read.Options{Label: "height"}})
	return err
}

// TestPostgresErrors: each is one sentence with the server's words behind it.
func TestPostgresErrors(t *testing.T) {
	s := engines.Postgres(t)
	loaded(t, s, "judgments", draw(20, 1))
	psql(t, s, "drop role if exists stranger; create role stranger login; create schema if not exists apart; create table if not exists apart.scores (a int)")
	stranger := strings.Replace(s.Address(), "owner@", "stranger@", 1)
	errorsOf(t, map[string]wrong{
		"no table":       {s.Address() + "?table=judgements", "", `there is no such table`},
		"no column":      {s.Address(), "select objekt from judgments", `there is no such column`},
		"in its table":   {s.Address(), "select object, attribute, j.judgement, height from judgments j", `there is no such column`},
		"table in query": {s.Address(), "select * from judgements j", `there is no such table`},
		"no query":       {s.Address(), "selekt 1", `the query cannot be run; the server says: syntax error`},
		"no right":       {stranger + "?table=judgments", "", `you may not read it: its owner can GRANT SELECT to your user; the server says: permission denied for table judgments`},
		"no login":       {strings.Replace(s.Address(), "owner@", "nobody@", 1) + "?table=judgments", "", `does not accept the user or the password: they come from the address, the environment or the password file; the server says: role "nobody" does not exist`},
		"no database":    {strings.TrimSuffix(s.Address(), "owner") + "other?table=judgments", "", `the server has no such database`},
		"refused":        {"postgres://owner@127.0.0.1:1/x?table=judgments", "", `no database listens at 127.0.0.1:1: start it, or correct host and port; the system says: connection refused`},
		"no judgment":    {s.Address(), "select object, attribute, rater from judgments", "holds no judgment, no column of attributes has a number in it"},
		"no object":      {s.Address(), "select nullif(object, 'o''3 \"é\"') as object, attribute, judgment, height from judgments", "is empty: every row needs the id of its object"},
		"two labels":     {s.Address(), "select object, attribute, judgment, rater, case when attribute = 'tall' then height else 1 end as height from judgments", "of object"},
		"lost":           {s.Address(), "select object, attribute, case when g = 9 and attribute = 'kind' then pg_terminate_backend(pg_backend_pid())::int else judgment end as judgment, height from judgments cross join generate_series(1, 99) g", "the connection was lost: nothing of what was read is used; the server says: terminating connection"},
		"no table named": {s.Address(), "", "names no table"},
		"both":           {s.Address() + "?table=judgments", "select 1", "a query is given too"},
		"writing":        {s.Address(), "insert into judgments default values returning *", "the query cannot be run"},
		"too long":       {s.Address() + "?statement_timeout=300", "select pg_sleep(9), object, attribute, judgment, height from judgments", "the server stopped the query when its time was over"},
		"midway":         {s.Address(), "select object, attribute, 1/(row_number() over () - 500) as judgment, height from judgments cross join generate_series(1, 9)", "division by zero"},
	})
}

// TestPostgresCancel: a reader who stops stops the server too.
func TestPostgresCancel(t *testing.T) {
	s := engines.Postgres(t)
	loaded(t, s, "judgments", draw(20, 1))
	stops(t, s.Address(), "select object, attribute, judgment, height from judgments cross join generate_series(1, 100000000) g where judgment + g > 0", func() bool {
		return psql(t, s, "select count(*) from pg_stat_activity where application_name = 'fms-tui' and state = 'active' and query like '%generate_series%'") != "0"
	})
}
