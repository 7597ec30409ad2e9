package core

import (
	"context"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/momentsfile"
	"fms-tui/core/internal/parallel"
	"fms-tui/core/internal/predict"
	"fms-tui/model"
)

type (
	// MomentsFile holds the sums of a data set in place of its judgments. Its method Encode
	// returns the bytes that [DecodeMoments] reads. Its method Protect prepares the file for other
	// readers (docs/formats.md).
	MomentsFile = momentsfile.File

	// Prediction applies a predictor to the judgments of new objects: its Object method
	// predicts one, by number. It is not safe for concurrent use.
	Prediction = predict.Run

	// PredictionSummary sums up the [Prediction]s of labelled objects. The zero value
	// has no object; Add enters one.
	PredictionSummary = predict.Summary
)

// DefaultFolds is the number of folds of the honest loss unless a caller asks for another.
const DefaultFolds = honest.DefaultFolds

// ErrNoMoments is the error of [Predict] if weights must be recomputed for missing judgments
// and the form of the predictor carries no moments.
var ErrNoMoments = predict.ErrNoMoments

// Predict applies a predictor to a data set of new objects. Partial asks for weights
// recomputed where an object lacks judgments, which takes moments ([ErrNoMoments]) and one attribute;
// otherwise such an object has no prediction. Errors name the attributes that the data lack.
func Predict(p *model.Predictor, ds *model.Dataset, partial bool) (*Prediction, error) {
	return predict.New(p, ds, partial)
}

// DecodeMoments reads a moments file from its bytes, for example bytes found by package
// read. Errors name the fault in the bytes, or say that a newer version wrote them.
func DecodeMoments(data []byte) (*MomentsFile, error) { return momentsfile.Decode(data) }

// MomentsSize returns the number of bytes that a moments file unpacks to by its own header,
// 0 if data is no moments file: a caller can refuse a file before DecodeMoments takes that memory.
func MomentsSize(data []byte) int64 { return momentsfile.Claims(data) }

// Spare makes computations leave one processor of the machine free, where there are several, until
// end is called: for a program whose screen must not wait for them.
func Spare() (end func()) { return parallel.Spare() }

// WithProgress returns a context under which hear is told how far a computation has come: what is
// being done in a few words, and how many of its pieces are done; of is 0 where they are not counted.
// hear is called from several goroutines at once, and must not block.
func WithProgress(ctx context.Context, hear func(stage string, done, of int)) context.Context {
	return parallel.Hear(ctx, hear)
}

// Report tells whom WithProgress named how far a computation has come that does not report
// it itself.
func Report(ctx context.Context, stage string, done, of int) {
	parallel.Report(ctx, stage, done, of)
}
