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
	judgeRole   // of headers alone, as all that follow: part of the attribute, or the rater
	eitherRole  // the object where another column is the rater, else the rater
	makerRole   // what made an object, or judged it
	personRole  // about a person who judged
	measureRole // measured by a program: no attribute unless --attributes names it
	idRole      // numbers or names rows of whatever kind
)

var roleNames = [...]string{"", string(model.RoleObject), string(model.RoleAttribute), string(model.RoleJudgment), string(model.RoleRater), string(model.RoleLabel), string(model.RoleNumbering), string(model.RoleUnused), "judge", "subject"}

func (r role) String() string { return roleNames[r] }

// strength orders the claims of headers.
type strength uint8

const (
	strong   strength = iota
	fair              // counts only where no strong one claims the role
	weak              // counts only if neither of these does
	numbered          // a judgment's name with a suffix: more likely its id than its value
	hinted            // no claim
)

// claim is what a header alone says about its column.
type claim struct {
	role     role
	strength strength
}

// hints are words of headers, simplified: a whole header claims the role with that strength, and each
// word of a header hints at it.
var hints = []struct {
	role  role
	level strength
	words string
}{
	{objectRole, strong, "object item image unit task stimulus example doc document story essay sample"},
	{objectRole, fair, "person student patient case product instance trace query passage postid textid reviewid userinput " +
		"commentid tweetid sentenceid photoid pictureid videoid clipid utteranceid dialogid dialogueid conversationid pairid snippetid articleid paperid songid wordid revid movieid"},
	{objectRole, weak, "id"},
	{objectRole, hinted, "obj docs text post tweet video photo picture sentence summary article conversation dialogue ticket uid uuid hash prod record stim stimuli input prompt inputs segment snippet response"}, // where another column holds the numbers
	{attributeRole, strong, "attribute feature criterion dimension trait aspect property"},
	{attributeRole, fair, "metric"},
	{attributeRole, weak, "question"},
	{attributeRole, hinted, "criteria rubric facet category quality axis assertion key kriterium"},
	{judgmentRole, strong, "judgment judgement value answer"},
	{judgmentRole, weak, "response score rating vote"},
	{judgmentRole, hinted, "grade likert stars severity resp verdict points"},
	{raterRole, strong, "rater worker annotator assessor coder"},
	{raterRole, fair, "user panelist consumer reviewer respondent iid juror taster examiner referee reader radiologist pathologist labeler labeller interviewer inspector observer prüfer bewerter gutachter correcteur evaluador"},
	{raterRole, weak, "expert"},
	{raterRole, hinted, "raters workers annotators participant turk turker"},
	{eitherRole, strong, "participant subject"},
	{judgeRole, strong, "judge model judgemodel grader evaluator provider prompt"},
	{judgeRole, hinted, "system engine llm deployment scorer autorater expert"},
	{makerRole, hinted, "model system engine provider deployment"},
	{numberingRole, strong, "call run epoch repeat trial replicate session seed"},
	{numberingRole, hinted, "iteration attempt rep round position order sequence"},
	{labelRole, weak, "truth outcome human humanscore humanrating humanlabel humanmean humanavg humanaverage expertmean expertscore expertrating expertlabel gold golden goldlabel goldscore groundtruth"},
	{labelRole, strong, "label y"},
	{labelRole, hinted, "target truth mos reference expected consensus gt expert"},
	{measureRole, hinted, "tokens token usage cost latency time tainted reward rank progress duration timestamp elapsed ms msec millis milliseconds seconds secs minutes mins"},
	{personRole, hinted, "gender age sex country city region race education location ip channel"},
	{idRole, hinted, "id ids idx index rownames unnamed uuid"},
}

// synonyms are the claims by header, and hintedBy the roles that a word hints at, as bits.
var synonyms, hintedBy = buildNames()

func buildNames() (claims map[string]claim, bits map[string]uint32) {
	claims, bits = make(map[string]claim), make(map[string]uint32)
	for _, h := range hints {
		for w := range strings.FieldsSeq(h.words) {
			if bits[w] |= 1 << h.role; h.level != hinted {
				claims[w] = claim{h.role, h.level}
			}
		}
	}
	return claims, bits
}

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

// hintsOf are the roles that a header hints at, as bits: by itself or without a suffix, or else by
// one of its words. A number in it makes it one of several of a kind, which say nothing.
func hintsOf(header string) (bits uint32) {
	name := simplify(header)
	bits = hintedBy[name]
	for _, s := range suffixes {
		if stem, cut := strings.CutSuffix(name, s); cut {
			bits |= hintedBy[stem]
		}
	}
	if bits != 0 || strings.ContainsAny(header, "0123456789") {
		return bits
	}
	for _, w := range headerWords(header) {
		bits |= hintedBy[w]
	}
	return bits
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

// isMeasure tells whether a header says that a program measured the column.
func isMeasure(header string) bool {
	if name, is := strings.CutPrefix(header, "Ms"); is && strings.HasPrefix(strings.TrimPrefix(name, "."), " ") {
		header = name // of a person, no milliseconds
	}
	return lastName(header) == "rt" || slices.ContainsFunc(headerWords(header), func(w string) bool { return hintedBy[w]&(1<<measureRole) != 0 })
}

// strongest are the places of the claims to a role of which none is stronger.
func strongest(claims []claim, as role) (best []int) {
	for level := strong; len(best) == 0 && level <= numbered; level++ {
		for i, c := range claims {
			if c == (claim{as, level}) {
				best = append(best, i)
			}
		}
	}
	return best
}

func claimsOf(names []string) (claims []claim) {
	for _, name := range names {
		claims = append(claims, claimOf(name))
	}
	return claims
}

// byHeader are the columns whose headers claim to be the object most strongly; of story and story_id the latter.
func byHeader(names []string) []int {
	best := strongest(claimsOf(names), objectRole)
	for _, i := range best {
		stem, isID := strings.CutSuffix(simplify(names[i]), "id")
		if isID && len(best) > 1 && !slices.ContainsFunc(best, func(j int) bool { return j != i && simplify(names[j]) != stem }) {
			return []int{i}
		}
	}
	return best
}

// inputNames are headers, simplified and without what stands before a dot, of
// what was asked: the object where nothing else is.
var inputNames = strings.Fields("input inputs userinput question prompt query sentence")

// lookForInputs finds the columns of what was asked that repeat.
func (r *roles) lookForInputs() {
	for i := range r.header {
		name := lastName(r.header[i])
		if strings.HasPrefix(r.header[i], "input.") || strings.HasPrefix(r.header[i], "inputs.") {
			name = "input"
		}
		if !slices.Contains(inputNames, simplify(name)) || !r.profile[i].isText() {
			continue
		}
		n := r.profile[i].levels
		if n > 1 && n < r.batch.rows {
			r.inputs = append(r.inputs, i)
		}
		if n > 1 && r.claim[i].role == attributeRole && !r.answered() {
			r.claim[i] = claim{objectRole, weak} // a question names what was judged only where an answer stands beside it
		}
	}
}

// answered tells whether a column named like a judgment holds the numbers.
func (r *roles) answered() bool {
	others, named := false, false
	for i, c := range r.claim {
		named = named || c.role == judgmentRole && r.profile[i].numbers > 0
		others = others || c.role == noRole && r.profile[i].numbers > 0
	}
	return named || !others
}
