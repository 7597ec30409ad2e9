package model

import (
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// Question ids that stand for names which annotation tools would not accept, or which
// would be taken for something else in their exports: the name in hexadecimal, between
// marks that no other name has.
const (
	questionBegin = "fms-"
	questionEnd   = "x"
)

// PlanObject is the field of a task that holds the object's id, in the uploads that
// plan writes for tools that number the tasks themselves.
const PlanObject = "fms_object"

// QuestionID is a name for the question about an attribute that every annotation tool
// accepts: ASCII letters, digits and a hyphen. [AttributeOf] gives the attribute back.
func QuestionID(attribute string) string {
	return questionBegin + hex.EncodeToString([]byte(attribute)) + questionEnd
}

// AttributeOf returns the attribute that a question is about, given the name that
// [QuestionID] made; any other name is returned as it is.
func AttributeOf(question string) string {
	digits, begins := strings.CutPrefix(question, questionBegin)
	digits, ends := strings.CutSuffix(digits, questionEnd)
	name, err := hex.DecodeString(digits)
	if !begins || !ends || err != nil || len(name) == 0 || !utf8.Valid(name) {
		return question
	}
	return string(name)
}
