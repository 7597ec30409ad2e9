// Package selection chooses repeat vectors: how many judgments of each
// attribute to buy for a new object within a budget (Sabato & Kalai 2013,
// Algorithm 1 lines 8-19).
//
// A program starts with a [Problem] and asks [NewCurve] for the [Choice] of an
// [Algorithm] at each budget. Programs outside this module fill in the exported fields
// of a Problem with moments of their own, or leave all of it to package core.
//
// # Objectives
//
// For repeats r with support S = {a : r[a] > 0},
//
//	Scoring  obj(r) = Σ_{a∈S} b[a]² / (σ²[a] + v[a]/r[a])
//	Full     obj(r) = b_Sᵀ M_S⁻¹ b_S,   M_S = Σ⁺_SS + Diag(v[a]/r[a])
//
// and the projected loss of r is Var(y) - obj_Full(r), whichever algorithm
// chose r. It can fall below 0, because b and Σ⁺ are estimated apart.
//
// In small pilots b is mostly chance. A posterior b̃ can take the place of b everywhere
// (labels.go, and package posterior).
//
// # Greedy paths
//
// Both algorithms are greedy: from r = 0 each step adds one judgment to the
// attribute with the largest gain per unit of cost, or with the largest gain ([Curve]).
//
// # Beyond the greedies
//
// Exchange moves judgments between attributes from Full's choice on, while
// that raises its objective (exchange.go). The baselines are the paper's:
// forward selection by least squares on cell means or on single judgments
// (forward.go), everything on one attribute (single.go), and what most people
// do, the same number of everything (uniform.go). All respect the limits, pay
// the minima first, and are judged by the same projected loss.
//
// # Units
//
// Everything runs in standardised units: Σ⁺, b and v are divided by the
// attributes' spreads t. The objectives do not change, and neither ties nor
// thresholds can depend on whether a height came in inches or in metres.
package selection
