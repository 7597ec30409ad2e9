package read

import "fms-tui/model"

// unseal returns a JSON document of this program without its checksum. One that is wrong is an
// error unless the source is unchecked; a document without one is told.
func (s *Source) unseal(text []byte) ([]byte, []model.Finding, error) {
	plain, sealed, right := model.Unseal(text)
	switch {
	case sealed && !right && !s.Unchecked:
		return nil, nil, model.Advise(&Error{File: s.Name, Message: "is not what fms-tui wrote: its checksum is another"}, model.Choose(model.OptionForce, "", "reads it all the same"))
	case !sealed:
		return plain, []model.Finding{{
			Code: model.CodeNoChecksum, Message: "there is no checksum in " + s.Name + ": nothing tells whether it is what fms-tui wrote",
		}}, nil
	}
	return plain, nil, nil
}
