package honest

// Folds is F, the number of folds that hold objects.
func (p *Parts) Folds() int { return len(p.folds) }
