package core

import (
	"fms-tui/core/internal/experiment"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/momentsfile"
	"fms-tui/core/internal/predict"
	"fms-tui/model"
)

// The packages under core/internal change as the method does. What programs need
// of them has a name here, so that the names of this package last.

type (
	// Protocol says how data are split, what is learned and what is tested.
	Protocol = experiment.Protocol

	// ProtocolDesign is a way to judge the training objects within a protocol:
	// K judgments of each of a number of objects.
	ProtocolDesign = experiment.Design

	// MomentsFile is the sums of a data set, in place of its judgments. Its Encode
	// method returns the bytes that [DecodeMoments] reads, Protect the file for others
	// (docs/privacy.md).
	MomentsFile = momentsfile.File

	// MomentsMerger puts moments files of parts of the data together, one after
	// another, so that memory holds one at a time.
	MomentsMerger = momentsfile.Merger

	// Prediction applies a predictor to the judgments of new objects: its Object method
	// predicts one, by number. It is not safe for concurrent use.
	Prediction = predict.Run

	// PredictionSummary sums up the [Prediction]s of labelled objects. The zero value
	// has no object; Add enters one.
	PredictionSummary = predict.Summary
)

const (
	// DefaultFolds is how many folds the honest loss has if nothing else is asked.
	DefaultFolds = honest.DefaultFolds

	// LeastTrainingObjects is the smallest number of objects that a [Protocol] learns from.
	LeastTrainingObjects = experiment.LeastObjects
)

// ErrNoMoments is what [Predict] answers where weights are to be recomputed for
// missing judgments and the predictor's form does not carry the moments for it.
var ErrNoMoments = predict.ErrNoMoments

// Predict applies a predictor to a data set of new objects. Partial asks for
// weights recomputed where an object lacks judgments; otherwise such an object has
// no prediction. Errors say in words which attributes the data lack; with partial one
// of them is enough, but moments are needed ([ErrNoMoments]).
func Predict(p *model.Predictor, ds *model.Dataset, partial bool) (*Prediction, error) {
	return predict.New(p, ds, partial)
}

// DecodeMoments reads a moments file from its bytes, such as those that package read
// finds. Errors say what is wrong with the bytes, or that a newer version wrote them.
func DecodeMoments(data []byte) (*MomentsFile, error) { return momentsfile.Decode(data) }

// MomentsSize is how many bytes a moments file claims to hold when it is unpacked, 0
// where it is none: what DecodeMoments would take before it knows more.
func MomentsSize(data []byte) int64 { return momentsfile.Claims(data) }
