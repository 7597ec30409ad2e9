package read

import (
	"bufio"
	"context"
	"errors"

	"fms-tui/model"
)

// Query says what [Open] reads, and how.
type Query struct {
	// Data are files of judgments or moments files, at least one. Several files of judgments must have the layout of
	// the first; the same id means the same object, attribute or rater in all of them.
	Data []Source
	// Labels are files with a row for each object and a column for each label; none where the data hold the labels.
	// For moments files, which hold their labels, they are read and not used.
	Labels []Source
	// Options say how the files are read. The zero value leaves everything to the headers and the cells.
	Options Options
	// Meter tells how far reading has come; nil to count nothing.
	Meter *Meter
	// Part takes the judgments of a single file in parts as they are read, so that memory does not depend on their
	// number; nil to have them as one data set. A part has whole objects and at least PartSize(d) judgments if d
	// attributes are known. No object is in two parts. Attributes and raters have the same numbers in all parts;
	// later parts may know more. A part has no Reading, Warnings, Sources, Prices or Calls. These are known at the
	// end, and [Found].Dataset, the last part, has them for all parts. Part is not called if the file ends before. An
	// error of Part ends reading; a [SplitError] says that the file cannot be read so.
	Part     func(*model.Dataset) error
	PartSize func(attributes int) int
	// If the first part shows that the rows of an object do not come together, all judgments are
	// kept and handed to Part in the end, sorted by object, at 20 bytes a judgment. Scattered says
	// so from the beginning, as a SplitError of an earlier reading found.
	Scattered bool
	// Fold takes moments files one after another, so that memory holds the content of one
	// file: [Found].Moments then has none. nil keeps the content. Its error ends reading.
	Fold func(Moments) error
}

// Found is what [Open] found in the files of a [Query]. Exactly one of Dataset and Moments
// is set; a further kind of data is a further field.
type Found struct {
	Dataset *model.Dataset // judgments; nil where the files hold something else
	Moments []Moments      // moments files, in the order of Query.Data; nil where the files hold something else
}

// Open reads the files of q, each once. The content of a file decides its format. Data without a
// label are no error: Dataset.Labels is then empty.
//
// Errors are an [*Error] for a defect, an [*AmbiguousError] if several readings are possible, or the context's error.
// Judgments and moments in one query are an *Error. Open panics without a data source.
func Open(ctx context.Context, q Query) (*Found, error) {
	if len(q.Data) == 0 {
		panic("read: no data source")
	}
	found, first, err := judgments(ctx, q)
	if err != nil || found != nil {
		return found, err
	}
	found = new(Found)
	for m, rest := first, q.Data[1:]; ; rest = rest[1:] {
		if q.Fold != nil {
			if err := q.Fold(*m); err != nil {
				return nil, err
			}
			m.Content = nil
		}
		found.Moments = append(found.Moments, *m)
		if len(rest) == 0 {
			return found, nil
		}
		s := rest[0]
		s.meter = q.Meter
		if m, err = s.onlyMoments(); err != nil {
			return nil, err
		}
	}
}

// Judgments reads a file of judgments, and files of labels where it holds none, as the
// program reads them without flags. Errors are those of [Open].
func Judgments(ctx context.Context, data string, labels ...string) (*model.Dataset, error) {
	q := Query{Data: []Source{File(data)}}
	for _, path := range labels {
		q.Labels = append(q.Labels, File(path))
	}
	found, err := Open(ctx, q)
	if err != nil {
		return nil, err
	}
	return found.Judgments("this")
}

// Judgments returns the data set of what was found. Where that is something else, the
// error is a [model.ErrNeedsJudgments] saying that what needs judgments.
func (f *Found) Judgments(what string) (*model.Dataset, error) {
	if f.Dataset == nil {
		return nil, model.NeedsJudgments(what, f.Moments[0].File.File, "")
	}
	return f.Dataset, nil
}

// Moments are the bytes of a moments file: sums in place of judgments, which core.DecodeMoments reads. Content is
// what the file holds after decompression, File its name and the SHA-256 of the bytes as stored.
type Moments struct {
	File    model.Source
	Content []byte
}

// moments returns the content of a moments file, nil where it is none.
func (s Source) moments(content *bufio.Reader) ([]byte, error) {
	const stem = "fms-tui moments " // of moments files of every version, whatever they are called
	if head, _ := content.Peek(len(stem)); string(head) != stem {
		return nil, nil
	}
	return s.Limits.readWhole(s.Name, content, 0)
}

// onlyMoments reads a moments file beside others: that it holds something else is an *Error.
func (s Source) onlyMoments() (*Moments, error) {
	_, moments, err := s.read(form{}, func(table) error { return nil })
	if wrong, is := errors.AsType[*Error](err); err == nil && moments != nil || is && wrong.Err != nil { // it cannot be read at all
		return moments, err
	}
	return nil, &Error{
		File:    s.Name,
		Message: "holds judgments, and the file before it moments: write the moments of all (fms-tui lab moments DATA -o FILE) and open these",
	}
}
