package order

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"fms-tui/model"
)

const studioHow = `For each batch create a project of its own:
1. Labeling Setup, Custom template: paste the batch's .config.xml, and reword the questions.
   Or create the project by the API with the batch's .project.json.
2. Import the batch's .tasks.json.
3. Settings: set the annotations per task (maximum_annotations) to the batch's raters.
4. Export every project as JSON. fms-tui reads the files together:
   fms-tui predict PREDICTOR project-1.json project-2.json
`

// studio are the tasks and the configuration of a project of Label Studio. It numbers
// the tasks itself: the object's id is a field of its own.
func (o *Order) studio(b *Batch) ([]File, error) {
	type task struct {
		Data map[string]string `json:"data"`
	}
	var tasks []task
	fields := o.fields()
	for _, x := range b.Objects {
		data := map[string]string{model.PlanObject: x.ID}
		for i, cell := range x.Cells {
			data[fields[i]] = cell
		}
		tasks = append(tasks, task{data})
	}
	config, err := o.studioConfig(b)
	if err != nil {
		return nil, err
	}
	project := map[string]any{"title": b.Name, "label_config": config, "maximum_annotations": b.Raters}
	return []File{
		{b.Name + ".tasks.json", asJSON(tasks)},
		{b.Name + ".config.xml", func(w io.Writer) error { _, err := io.WriteString(w, config); return err }},
		{b.Name + ".project.json", asJSON(project)},
	}, nil
}

// studioConfig is the labelling configuration: what is shown, and a question for each
// attribute.
func (o *Order) studioConfig(b *Batch) (string, error) {
	var s strings.Builder
	shown, names := o.fields(), o.Columns
	if len(shown) == 0 {
		shown, names = []string{model.PlanObject}, []string{"object"}
	}
	s.WriteString("<View>\n")
	for i, f := range shown {
		fmt.Fprintf(&s, "  <Header value=\"%s\"/>\n  <Text name=\"%s\" value=\"$%s\"/>\n", inXML(names[i]), f, f)
	}
	for _, a := range b.Attributes {
		id := o.id(a)
		fmt.Fprintf(&s, "  <Header value=\"%s\"/>\n", inXML(a))
		options := o.question(a).options()
		if options == nil {
			fmt.Fprintf(&s, "  <Number name=\"%s\" toName=\"%s\" required=\"true\"/>\n", id, shown[0])
			continue
		}
		fmt.Fprintf(&s, "  <Choices name=\"%s\" toName=\"%s\" choice=\"single-radio\" showInline=\"true\" required=\"true\">\n", id, shown[0])
		for _, x := range options {
			fmt.Fprintf(&s, "    <Choice value=\"%d\"/>\n", x)
		}
		s.WriteString("  </Choices>\n")
	}
	s.WriteString("</View>\n")
	return s.String(), nil
}

// inXML is a text on one line that stands for itself in an attribute. Label Studio
// replaces a value that begins with $ by a field of the task: a word joiner keeps it
// from doing so.
func inXML(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(line(s))) // a Builder does not fail
	text := b.String()
	if strings.HasPrefix(text, "$") {
		text = "\u2060" + text
	}
	return text
}
