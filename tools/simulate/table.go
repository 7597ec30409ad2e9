package simulate

// attribute is one row of Table 1 of Sabato & Kalai 2013, together with what
// the table leaves open and the simulation has to settle.
type attribute struct {
	name   string
	noise  float64 // column "var.": v/σ²
	height float64 // column "height": b/σ, on a scale that the paper does not give
	weight float64 // column "weight": likewise
	base   float64 // share of positive judgments, about; 0 marks a numeric question
	look   mixture // what makes an object score high on the attribute
}

// bodiesAttributes is Table 1 in its order, the order of its column "var.". Shares and
// mixtures are plausible inventions: the paper does not print them. The mixtures decide
// how attributes correlate with each other. Calibration sets each attribute's
// correlation with height and weight to the table's.
var bodiesAttributes = []attribute{
	{"male", .39, .15, .04, .55, mixture{.2, []load{{sex, 1}}}},
	{"female", .45, -.15, -.05, .45, mixture{.2, []load{{sex, -1}}}},
	{"outdoors", .45, .00, -.01, .35, mixture{.3, []load{{outside, 1}}}},
	{"wearing-glasses", .52, -.01, .02, .20, mixture{1, []load{{age, .3}}}},
	{"near-water", .61, .00, -.01, .10, mixture{.8, []load{{outside, .6}, {summer, .4}}}},
	{"wearing-long-sleeves", .63, .02, .01, .40, mixture{.6, []load{{summer, -.8}}}},
	{"wearing-shorts", .68, .01, .01, .25, mixture{.7, []load{{summer, .7}, {dressed, -.2}}}},
	{"looking-at-the-camera", .70, -.01, .00, .75, mixture{.5, []load{{frontal, .9}}}},
	{"smiling", .71, -.04, -.01, .55, mixture{.9, []load{{sex, -.2}, {frontal, .3}, {groomed, .2}}}},
	{"has-beard", .79, .08, .05, .20, mixture{.7, []load{{sex, .7}, {age, .2}}}},
	{"long-hair", .87, -.08, -.04, .40, mixture{.6, []load{{sex, -.8}, {age, -.2}}}},
	{"facing-sideways-(profile)", .89, .01, -.01, .10, mixture{.5, []load{{frontal, -.9}}}},
	{"hands-on-hips", .90, -.04, .00, .15, mixture{.9, []load{{sex, -.2}, {upright, .3}}}},
	{"heavy", .90, -.02, .10, .30, mixture{.2, []load{{mass, .8}, {stature, -.2}, {seemsHeavy, .5}}}},
	{"dark-hair", 1.13, -.02, -.02, .55, mixture{.3, []load{{darkHair, 1}}}},
	{"thin", 1.16, .01, -.09, .30, mixture{.3, []load{{mass, -.8}, {stature, .2}, {seemsHeavy, -.5}}}},
	{"wearing-dark-colors", 1.17, -.01, .01, .50, mixture{.4, []load{{darkClothes, .9}}}},
	{"wearing-light-colors", 1.20, -.01, -.01, .40, mixture{.5, []load{{darkClothes, -.8}, {summer, .2}}}},
	{"can-see-a-lot-of-skin", 1.21, -.05, -.03, .20, mixture{.4, []load{{summer, .7}, {sex, -.3}}}},
	{"standing-straight", 1.22, .06, .02, .65, mixture{.5, []load{{upright, .8}}}},
	{"estimated-weight", 1.24, .04, .12, 0, mixture{.2, []load{{mass, .8}, {sex, .2}, {seemsHeavy, .4}}}},
	{"wearing-colorful-clothes", 1.36, -.04, -.01, .35, mixture{.7, []load{{darkClothes, -.5}, {sex, -.3}}}},
	{"over-50-years-old", 1.38, .01, .06, .10, mixture{.2, []load{{age, 1}}}},
	{"over-30-years-old", 1.43, .04, .09, .55, mixture{.2, []load{{age, 1}}}},
	{"over-40-years-old", 1.44, .02, .08, .25, mixture{.2, []load{{age, 1}}}},
	{"wearing-fancy-clothes", 1.56, -.06, -.02, .12, mixture{.3, []load{{dressed, .9}}}},
	{"wearing-a-dress", 1.67, -.05, -.01, .08, mixture{.5, []load{{dressed, .5}, {sex, -.6}}}},
	{"wearing-nice-clothes", 1.69, -.05, -.03, .45, mixture{.4, []load{{dressed, .8}, {groomed, .3}}}},
	{"attractive", 1.72, -.04, -.07, .40, mixture{.3, []load{{groomed, .9}, {age, -.2}}}},
	{"estimated-height", 1.73, .16, .04, 0, mixture{.2, []load{{stature, .8}, {sex, .2}, {seemsTall, .5}}}},
	{"fair-hair", 1.77, -.05, -.03, .25, mixture{.4, []load{{darkHair, -.8}, {sex, -.1}}}},
	{"beautiful", 1.80, -.07, -.07, .30, mixture{.3, []load{{groomed, .9}, {sex, -.4}}}},
	{"tall", 1.81, .12, .00, .40, mixture{.3, []load{{stature, .8}, {sex, -.2}, {seemsTall, .6}}}},
	{"dark-skin", 2.21, -.03, .00, .15, mixture{.3, []load{{fairSkin, -1}}}},
	{"fair-skin", 2.38, -.04, -.02, .60, mixture{.3, []load{{fairSkin, 1}}}},
	{"short", 2.43, -.09, -.02, .25, mixture{.3, []load{{stature, -.8}, {sex, .2}, {seemsTall, -.6}}}},
	{"wearing-baggy-clothes", 2.59, .03, .07, .30, mixture{.7, []load{{mass, .4}, {dressed, -.5}}}},
	{"over-20-years-old", 3.09, .05, .08, .92, mixture{.2, []load{{age, 1}}}},
	{"good-posture", 3.26, .02, -.05, .60, mixture{.4, []load{{upright, .7}, {groomed, .3}}}},
}

// ageQuestions are nested: whoever is over 30 is over 20, so an object's
// probability of a positive judgment never rises along this list.
var ageQuestions = []string{"over-20-years-old", "over-30-years-old", "over-40-years-old", "over-50-years-old"}

// estimates tells how people answer the numeric questions.
var estimates = map[string]estimate{
	"estimated-height": {mean: 66, spread: 2.2, step: 1},
	"estimated-weight": {mean: 160, spread: 24, step: 5},
}

// estimate describes a numeric question: the crowd's consensus over objects,
// and the step to which a single person rounds. People guess weights in fives.
type estimate struct{ mean, spread, step float64 }

// numericPrice is the cost of a numeric judgment; a binary one costs 1 (S&K
// section 4).
const numericPrice = 4

// trait is something about a photographed person that raters do not see as
// such, but that several attributes, or the labels, have in common.
type trait int

const (
	sex     trait = iota // +1 male, -1 female, before standardising
	stature              // true height
	age
	build // fat and muscle beyond what height, age and sex bring
	mass  // true weight, on a log scale
	groomed
	dressed
	fairSkin
	darkHair
	outside
	summer
	upright
	frontal
	darkClothes
	seemsTall  // camera angle, surroundings
	seemsHeavy // likewise, and clothes
	traitCount
)

// load is a share of a trait in a mixture.
type load struct {
	on trait
	by float64
}

// mixture is a weighted sum of traits, all of mean 0 and variance 1, and own
// times a standard normal part that nothing else shares.
type mixture struct {
	own   float64
	loads []load
}

// traits says how people's traits go together. A trait may load only on the traits
// before it. Height and sex correlate by about .7, height and weight by about .45, as
// in adults.
var traits = [traitCount]mixture{
	sex:         {}, // not normal: see drawTraits
	stature:     {.70, []load{{sex, .72}}},
	age:         {1, nil},
	build:       {1, nil},
	mass:        {0, []load{{stature, .45}, {age, .40}, {build, .75}}},
	groomed:     {.8, []load{{mass, -.4}, {age, -.2}, {sex, -.2}}},
	dressed:     {.9, []load{{sex, -.3}, {groomed, .3}}},
	fairSkin:    {1, nil},
	darkHair:    {.8, []load{{fairSkin, -.5}}},
	outside:     {1, nil},
	summer:      {.8, []load{{outside, .4}, {dressed, -.2}}},
	upright:     {1, nil},
	frontal:     {1, nil},
	darkClothes: {.9, []load{{summer, -.3}}},
	seemsTall:   {1, nil},
	seemsHeavy:  {1, nil},
}
