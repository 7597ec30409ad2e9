package engine

import (
	"fmt"
	"strconv"
	"strings"

	"fms-tui/model"
)

// supported is an error where a server is older than any that can be read. A version that
// is no number is left alone.
func (d *dialect) supported(version string) error {
	if order, ok := compareVersions(version, d.oldest); ok && order < 0 {
		return &failure{kind: unsupported, words: fmt.Sprintf("this is %s %s, and %s is the oldest that can be read", d.name, version, d.oldest)}
	}
	return nil
}

// Remarks implements read.Database: a server of another version than the tried one.
func (q *query) Remarks() []model.Finding {
	if q.session.conn == nil {
		return nil
	}
	version := q.session.conn.version()
	if order, ok := compareVersions(version, q.tried); !ok || order == 0 {
		return nil
	}
	return []model.Finding{{Code: model.CodeUntriedServer, Message: fmt.Sprintf(
		"the server is %s %s, which is untested: fms-tui is tested with %s %s", q.name, version, q.name, q.tried)}}
}

// compareVersions compares as many numbers as the second version has: 15.8 is 15.
func compareVersions(version, with string) (order int, ok bool) {
	parts := strings.FieldsFunc(version, func(r rune) bool { return r < '0' || r > '9' })
	for i, text := range strings.Split(with, ".") {
		want, err := strconv.Atoi(text)
		if err != nil || i >= len(parts) || !strings.HasPrefix(version, parts[0]) {
			return 0, false
		}
		if n, err := strconv.Atoi(parts[i]); err != nil || n != want {
			return max(-1, min(1, n-want)), err == nil
		}
	}
	return 0, true
}
