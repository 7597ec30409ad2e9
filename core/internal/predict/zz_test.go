package predict_test
import ("testing";"context";"fms-tui/core";"fms-tui/core/internal/simulate";"fms-tui/internal/fresh";"fms-tui/model")
func TestZZ(t *testing.T){
 t.Setenv("FMS_SEED","300")
 for w, seed := range simulate.Worlds(150, fresh.Seed(t, 11)) {
	w.Objects += 5
	if seed != 4264427800 {continue}
	settings := model.Settings{Raters: model.RatersAware, Ridge: []float64{0, 0, .1}[seed%3]}.WithShrink([]model.Shrink{model.ShrinkAuto, model.ShrinkNone}[seed%2])
	_, err := core.NewStudy(simulate.Draw(w, seed)).Solve(context.Background(), core.Request{Settings: settings})
	if err != nil { t.Fatal(err) }
 }
}
