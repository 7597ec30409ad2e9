//go:build linux

package engines

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Shards is how many ClickHouse servers Clickhouse starts: each is a shard of the
// cluster "three".
const Shards = 3

// Clickhouse is ClickHouse servers for all tests of a package, which are the shards of
// the cluster "three". All of them know the user "default".
func Clickhouse(t testing.TB) []*Server {
	t.Helper()
	all, err := clickhouseOnce()
	if len(all) == 0 {
		must(t, nil, err)
	}
	must(t, all[0], err)
	return all
}

var clickhouseOnce = sync.OnceValues(startClickhouse)

func startClickhouse() (all []*Server, err error) {
	program := ""
	for _, path := range []string{"/usr/sbin/clickhouse-server", "/usr/bin/clickhouse-server"} {
		if _, err := os.Stat(path); err == nil {
			program = path
		}
	}
	if program == "" {
		return nil, errors.New("ClickHouse is not installed (apt-get install clickhouse-server)")
	}
	native := make([]int, Shards)
	for i := range native {
		if native[i], err = freePort(); err != nil {
			return nil, err
		}
	}
	ready := make(chan error, Shards)
	for i := range native {
		s, attr, err := newServer("ch")
		if err != nil {
			return all, err
		}
		all = append(all, s)
		if s.Secure, err = freePort(); err != nil {
			return all, err
		}
		config := filepath.Join(s.folder, "config.xml")
		if err := os.WriteFile(config, []byte(clickhouseConfig(s, native, i)), 0o644); err != nil {
			return all, err
		}
		if err := os.WriteFile(filepath.Join(s.folder, "users.xml"), []byte(clickhouseUsers), 0o644); err != nil {
			return all, err
		}
		go func() {
			ready <- s.start(attr, func() error { _, err := s.Clickhouse("select 1"); return err }, program, "--config-file="+config)
		}()
	}
	for range native {
		err = errors.Join(err, <-ready)
	}
	return all, err
}

func clickhouseConfig(s *Server, native []int, i int) string {
	var shards strings.Builder
	for _, port := range native {
		fmt.Fprintf(&shards, "<shard><internal_replication>false</internal_replication><replica><host>127.0.0.1</host><port>%d</port></replica></shard>", port)
	}
	return fmt.Sprintf(`<yandex><logger><level>error</level><log>%[1]s/log</log><errorlog>%[1]s/errors</errorlog></logger>
<openSSL><server><certificateFile>%[1]s/server.pem</certificateFile><privateKeyFile>%[1]s/server.key</privateKeyFile>
<verificationMode>none</verificationMode><loadDefaultCAFile>true</loadDefaultCAFile><cacheSessions>true</cacheSessions></server></openSSL>
<http_port>%[2]d</http_port><https_port>%[5]d</https_port><tcp_port>%[3]d</tcp_port><listen_host>127.0.0.1</listen_host>
<path>%[1]s/data/</path><tmp_path>%[1]s/tmp/</tmp_path><user_files_path>%[1]s/files/</user_files_path>
<mark_cache_size>100000000</mark_cache_size><uncompressed_cache_size>0</uncompressed_cache_size><max_concurrent_queries>50</max_concurrent_queries>
<users_config>users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
<remote_servers><three>%[4]s</three></remote_servers></yandex>`, s.folder, s.Port, native[i], shards.String(), s.Secure)
}

const clickhouseUsers = `<yandex><profiles><default><max_memory_usage>4000000000</max_memory_usage></default><reader><readonly>1</readonly></reader></profiles>
<users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default>
<reader><password>hunter2</password><networks><ip>127.0.0.1</ip></networks><profile>reader</profile><quota>default</quota></reader></users>
<quotas><default/></quotas></yandex>`

// Clickhouse runs a statement and returns what it prints; data may follow an insert.
func (s *Server) Clickhouse(sql string) (string, error) { return s.ClickhouseWith("", sql) }

// ClickhouseWith is Clickhouse with settings, as parameters of a URL.
func (s *Server) ClickhouseWith(settings, sql string) (string, error) {
	client := &http.Client{Timeout: 10 * time.Minute, Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Post(fmt.Sprintf("http://127.0.0.1:%d/?%s", s.Port, settings), "text/plain", strings.NewReader(sql))
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("ClickHouse: %s", text)
	}
	return string(text), err
}
