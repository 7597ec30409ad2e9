package read

import (
	"context"
	"math"
	"slices"
	"strings"

	"fms-tui/model"
)

// FeatureFiles reads files with a row for each object and a column for each feature, like
// label files. The same id means the same object in all files. A column must not be in two
// files. From opt it uses ObjectCol, Ignore and the options about cells. The error is an
// *Error, an *AmbiguousError or the context's.
func FeatureFiles(ctx context.Context, files []Source, opt Options) (*model.Features, error) {
	opt.Label = ""
	out := &model.Features{}
	at := make(map[string]int)
	for _, s := range files {
		f, err := readLabels(ctx, s, opt, "features of objects")
		if err != nil {
			return nil, err
		}
		if err := addFeatures(out, f, at); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// addFeatures puts the columns of a file beside the columns of the files before.
func addFeatures(x *model.Features, f *labelFile, at map[string]int) error {
	for _, r := range f.rows {
		if _, known := at[r.object]; !known {
			at[r.object] = len(x.Objects)
			x.Objects = append(x.Objects, r.object)
		}
	}
	for j := range x.Values {
		for len(x.Values[j]) < len(x.Objects) {
			x.Values[j] = append(x.Values[j], math.NaN())
		}
	}
	before := len(x.Names)
	for j, c := range f.columns {
		name := f.header[c.index]
		if c.numbers == 0 {
			x.Unused = append(x.Unused, name)
			continue
		}
		if slices.Contains(x.Names, name) {
			return &Error{
				File: f.file, Line: f.line, Column: name, Message: "is in a file before this one too: rename it",
				Remedies: []model.Remedy{model.Choose(model.OptionIgnore, name, "leaves it out")},
			}
		}
		values := slices.Repeat([]float64{math.NaN()}, len(x.Objects))
		for _, r := range f.rows {
			i := at[r.object]
			switch v := r.values[j]; {
			case math.IsNaN(v):
			case math.IsNaN(values[i]) || values[i] == v:
				values[i] = v
			default:
				return &Error{File: f.file, Line: r.line, Column: name, Value: formatNumber(v), Message: "differs from " +
					quote(formatNumber(values[i])) + " in a row before for the same object " + quote(r.object) + ": a feature is one number an object"}
			}
		}
		x.Names = append(x.Names, strings.Clone(name))
		x.Values = append(x.Values, values)
	}
	if len(x.Names) == before {
		return &Error{File: f.file, Message: "holds no column of numbers: a feature is a number an object"}
	}
	return nil
}
