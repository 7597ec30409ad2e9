package model

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"sync"
)

// Pattern returns a regular expression that is compiled when it is first asked for: the program starts
// without any.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// sealAtEnd is the last key of a document with a checksum.
var sealAtEnd = Pattern(`,\s*"checksum"\s*:\s*"sha256:([0-9a-f]{64})"\s*\}\s*$`)

// Seal gives a JSON document of one object with keys, as an encoder writes it, a last key
// "checksum": SHA-256 of the document without it and without blanks between its tokens. Who lays
// it out anew breaks nothing.
func Seal(document []byte) ([]byte, error) {
	sum, err := sumOf(document)
	if err != nil {
		return nil, err
	}
	body := bytes.TrimRight(bytes.TrimSuffix(bytes.TrimSpace(document), []byte("}")), " \t\r\n")
	return fmt.Appendf(bytes.Clone(body), ",\n  \"checksum\": \"sha256:%s\"\n}\n", sum), nil
}

// Unseal returns a JSON document without its checksum, lines as they were, and whether there is
// one, and whether it is right: one that is not the last key is wrong. What is no JSON is returned as it is.
func Unseal(document []byte) (plain []byte, sealed, right bool) {
	at := sealAtEnd().FindSubmatchIndex(document)
	if at == nil {
		return document, bytes.Contains(document, []byte(`"checksum"`)), false
	}
	plain = append(bytes.Clone(document[:at[0]]), '}')
	sum, err := sumOf(plain)
	return plain, true, err == nil && sum == string(document[at[2]:at[3]])
}

func sumOf(document []byte) (string, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, document); err != nil {
		return "", err
	}
	sum := sha256.Sum256(b.Bytes())
	return hex.EncodeToString(sum[:]), nil
}
