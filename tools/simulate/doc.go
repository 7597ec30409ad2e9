// Package simulate makes the data sets that are simulated: bodies, of which sampledata
// bundles two judgments a cell, and slices. tools/samples writes them to files, and beans.
//
// # bodies
//
// The experiment of Sabato & Kalai 2013, section 4: predict height and weight
// of the people in 880 photos from 39 attributes, of which 37 are yes-or-no
// questions at cost 1 and two are numeric estimates at cost 4. The paper's data
// are not public; its Table 1 gives, for each attribute, v/σ² (column "var.")
// and b/σ for both labels. The simulation reproduces these figures.
//
// An object gets traits that go together as they do in people (sex with
// height, hair and dress; age; build; style; scene and pose). Labels follow
// from two of them: height 66 ± 4 inches, weight 165 ± 35 pounds. A binary
// attribute gives it a propensity z, mixed from traits, both labels and a part
// of its own, and a probability p = Φ(d z + c) of a positive judgment; for the
// numeric ones z decides the crowd's consensus, from which a single estimate
// errs by a factor. The mixture's weights on the labels, and d, are solved for
// such that on these very 880 objects
//
//   - v/σ² is Table 1's "var.", with v = mean of p(1-p) and σ² = variance of p;
//   - the correlation of p with a label is Table 1's figure times a factor, one
//     for height and one for weight: the scale of the printed b/σ is unknown,
//     so order, sign and proportions are taken from it and nothing else.
//
// The age questions are nested: no object's p is larger for over-30-years-old
// than for over-20-years-old, and so on. The table's numeric "weight" and
// "height" are called estimated-weight and estimated-height here, to tell them
// from the labels. How often an attribute is judged present, and how attributes
// correlate with one another beyond their labels, is not in the paper; these
// are plausible inventions.
//
// Judgments are independent given the object, as the paper assumes. They come
// from 240 raters in pieces of work of one attribute on 40 photos; nobody does
// a piece twice, and all do about as much.
//
// # beans
//
// The toy example of the paper's introduction: 10 jars, whether round, of one
// colour, beautiful, and a guess at the beans they hold, each judged twice, at
// one price. It is small enough to compute by hand. The raters of monochromatic
// disagree on one jar of the ten (jar02), where s² = 1/2; so
//
//	v  = (1/2)/10                                     = .05
//	x̄  = 1 ½ 0 0 0 0 0 1 1 1,  their mean μ           = .45
//	t² = (1 + ¼ + 1 + 1 + 1)/10 - μ²                  = .2225
//	σ² = t² - v/2                                     = .1975
//	b  = (690 + 1030/2 + 1080 + 1190 + 690)/10 - μ·889 = 16.45
//
// with 889 the mean number of beans. The others:
//
//	                    μ       v       σ²       b
//	estimated-beans   850   14000    23250   24600
//	round-jar          .5      .1      .15    -9.5
//	monochromatic     .45     .05    .1975   16.45
//	beautiful          .4      .1      .14     9.9
//
// A budget of 11 buys what the paper's predictor uses, 5 guesses, 2 judgments of
// round-jar, 1 of monochromatic and 3 of beautiful, with weights of the same signs.
// (Its seed was picked for this.) There are no rater ids, so the moments are the
// paper's.
//
// # References
//
// S. Sabato and A. Kalai, "Feature Multi-Selection among Subjective Features",
// ICML 2013; Table 1, section 1 (jelly beans) and section 4.
package simulate
