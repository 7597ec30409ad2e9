package main

import (
	"fmt"
	"strings"
)

// known are the licences that the program's modules may have, by words of their
// texts. The first whose words are all there is meant.
var known = []struct {
	id    string // of SPDX
	words []string
}{
	{"Apache-2.0", []string{"Apache License", "Version 2.0, January 2004"}},
	{"BSD-3-Clause", []string{"Redistribution and use in source and binary forms", "endorse or promote products"}},
	{"BSD-2-Clause", []string{"Redistribution and use in source and binary forms"}},
	{"MIT", []string{"Permission is hereby granted, free of charge", "The above copyright notice and this permission notice"}},
	{"ISC", []string{"Permission to use, copy, modify, and/or distribute this software for any purpose"}},
	{"Unlicense", []string{"This is free and unencumbered software released into the public domain"}},
}

// licence returns the SPDX identifier of a licence's text. A text of several
// licences gives them joined by AND.
func licence(text string) (string, error) {
	text = strings.Join(strings.Fields(text), " ")
	var found []string
	for _, k := range known {
		all := true
		for _, w := range k.words {
			all = all && strings.Contains(text, w)
		}
		if all && !(k.id == "BSD-2-Clause" && len(found) > 0 && found[len(found)-1] == "BSD-3-Clause") {
			found = append(found, k.id)
		}
	}
	if len(found) == 0 {
		return "", fmt.Errorf("is not a licence that the program knows; add it to the table if the program may link such modules: %.200q", text)
	}
	return strings.Join(found, " AND "), nil
}
