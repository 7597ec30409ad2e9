package read

import (
	"slices"
	"strings"
	"unicode"

	"fms-tui/model"
)

// role is what a column is taken for.
type role uint8

const (
	noRole role = iota
	objectRole
	attributeRole // the attribute's name in long, its judgments elsewhere
	judgmentRole
	raterRole
	labelRole
	numberingRole
	unused
	judgeRole  // of headers alone: part of the attribute, or the rater
	eitherRole // of headers alone: the object where another column is the rater, else the rater
)

var roleNames = [...]string{"", string(model.RoleObject), string(model.RoleAttribute), string(model.RoleJudgment), string(model.RoleRater), string(model.RoleLabel), string(model.RoleNumbering), string(model.RoleUnused), "judge", "subject"}

func (r role) String() string { return roleNames[r] }

// strength orders the claims of headers: a role goes to the strongest.
type strength uint8

const (
	strong   strength = iota
	fair              // counts only where no strong one claims the role
	weak              // counts only if neither of these does
	numbered          // a judgment's name with a suffix: more likely its id than its value
)

// claim is what a header alone says about its column.
type claim struct {
	role     role
	strength strength
}

// synonyms are the headers that claim a role, simplified.
var synonyms = buildSynonyms()

func buildSynonyms() map[string]claim {
	claims := make(map[string]claim)
	for _, s := range []struct {
		role  role
		level strength
		words string
	}{
		{objectRole, strong, "object item image unit task stimulus example doc document story essay sample"},
		{objectRole, fair, "person student patient case product instance trace query passage postid textid reviewid userinput " +
			"commentid tweetid sentenceid photoid pictureid videoid clipid utteranceid dialogid dialogueid conversationid pairid snippetid articleid paperid songid wordid revid movieid"},
		{objectRole, weak, "id"},
		{attributeRole, strong, "attribute feature criterion dimension trait aspect property"},
		{attributeRole, fair, "metric"},
		{attributeRole, weak, "question"},
		{judgmentRole, strong, "judgment judgement value answer"},
		{judgmentRole, weak, response + " score rating vote"},
		{raterRole, strong, "rater worker annotator assessor coder"},
		{raterRole, fair, "user panelist consumer reviewer respondent iid"},
		{raterRole, weak, "expert"},
		{eitherRole, strong, "participant subject"},
		{judgeRole, strong, "judge model judgemodel grader evaluator provider prompt"},
		{numberingRole, strong, "call run epoch repeat trial replicate session seed"},
		{labelRole, weak, "human humanscore humanrating humanlabel gold golden goldlabel goldscore groundtruth"},
		{labelRole, strong, "label y"},
	} {
		for w := range strings.FieldsSeq(s.words) {
			claims[w] = claim{s.role, s.level}
		}
	}
	return claims
}

// response is the judgment, or the object where another column holds the
// numbers, as in tables of what language models wrote and how it was judged.
const response = "response"

// suffixes may follow any name.
var suffixes = []string{"id", "name", "key", "url", "no"}

// Unclaimed tells whether a column of that name can only be an attribute: its name stands
// for no role and for no measure, such as a time, in any export.
func Unclaimed(header string) bool { return claimOf(header) == claim{} && !isMeasure(header) }

// claimOf returns what a header says, the zero claim if nothing.
func claimOf(header string) claim {
	name := simplify(header)
	if c, ok := synonyms[name]; ok {
		return c
	}
	for _, s := range suffixes {
		stem, cut := strings.CutSuffix(name, s)
		c, ok := synonyms[stem]
		switch {
		case !cut || !ok || c.role == labelRole:
			continue
		case c.role == judgmentRole:
			c.strength = numbered
		}
		return c
	}
	return claim{}
}

// isResponse tells whether a header says response, with or without a suffix.
func isResponse(header string) bool {
	name := simplify(header)
	for _, s := range suffixes {
		if name == response+s {
			return true
		}
	}
	return name == response
}

// simplify drops case and punctuation: Worker_ID and worker-id are workerid.
func simplify(header string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, header)
}

// measures are words in the headers of what programs measure: such a column is
// no attribute unless --attributes names it.
var measures = strings.Fields("tokens token usage cost latency time trust tainted reward rank progress duration timestamp elapsed")

// headerWords are the words of a header in lower case: costUsd is cost and usd.
func headerWords(header string) []string {
	var b strings.Builder
	lower := false
	for _, c := range header {
		switch {
		case !unicode.IsLetter(c):
			b.WriteByte(' ')
		case unicode.IsUpper(c) && lower:
			b.WriteByte(' ')
			fallthrough
		default:
			b.WriteRune(unicode.ToLower(c))
		}
		lower = unicode.IsLower(c)
	}
	return strings.Fields(b.String())
}

func isMeasure(header string) bool {
	return slices.ContainsFunc(headerWords(header), func(w string) bool { return slices.Contains(measures, w) })
}
