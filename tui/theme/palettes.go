package theme

import "sync"

// Dark is the theme for dark backgrounds, and the one to start with before
// the terminal has said what its background is.
var Dark = sync.OnceValue(func() *Theme { return build("dark", &dark) })

// Light is the theme for light backgrounds.
var Light = sync.OnceValue(func() *Theme { return build("light", &light) })

// Mono is the theme without any colour: bold, faint, underline and reverse.
var Mono = sync.OnceValue(func() *Theme { return build("mono", &mono) })

// Most colours are entries of the xterm 256-colour cube, so that a terminal
// without RGB shows them as they are. Blue, amber and mint of the three curves
// were chosen for the largest least distance under simulated colour blindness
// that keeps the contrast; what the user moves is violet.
// Dark16 and Light16 keep to the 16 colours that every terminal has, chosen by hand:
// a colour brought down to the nearest of them is often unreadable. Blue is not used
// on dark, nor yellow and the bright colours on light. A row is selected in reverse,
// for the colours of backgrounds are the user's own.
var (
	Dark16  = sync.OnceValue(func() *Theme { return build("dark16", &dark16) })
	Light16 = sync.OnceValue(func() *Theme { return build("light16", &light16) })
)

// Dark256 and Light256 are Dark and Light where a terminal has 256 colours.
var (
	Dark256  = sync.OnceValue(func() *Theme { return build("dark256", cube(dark, "#005f5f", "#1c1c1c")) })
	Light256 = sync.OnceValue(func() *Theme { return build("light256", cube(light, "#d7ffff", "#eeeeee")) })
)

var dark = looks{
	of: [tokens]look{
		Text:        {attr: plain},
		Muted:       {fg: "#a8a8a8"},
		Faint:       {fg: "#878787"},
		Title:       {attr: bold},
		Accent:      {fg: "#d7afff"},
		Border:      {fg: "#767676"},
		BorderFocus: {fg: "#d7afff"},
		Full:        {fg: "#6ea0ff"},
		Scoring:     {fg: "#f0a35e"},
		Honest:      {fg: "#5fffd7"},
		Bound:       {fg: "#9e9e9e"},
		Exchange:    {fg: "#ff87af"},
		Baseline:    {fg: "#afaf87"},
		Good:        {fg: "#87d75f"},
		Bad:         {fg: "#ff6b6b", attr: bold},
		Warning:     {fg: "#d7d75f"},
		Axis:        {fg: "#949494"},
		Guide:       {fg: "#808080"},
		Cursor:      {fg: "#d7afff"},
		Track:       {fg: "#767676"},
		Thumb:       {fg: "#d7afff", attr: bold},
		Key:         {fg: "#d7afff", attr: bold},
		Chip:        {fg: "#ffd7ff", bg: "#5f005f", attr: bold},
		Excluded:    {fg: "#878787"},
		Band:        {fg: "#12332f"},
	},
	selected: look{bg: "#262626"},
	raised:   "#181b21", ground: "#101216",
}

var light = looks{
	of: [tokens]look{
		Text:        {attr: plain},
		Muted:       {fg: "#585858"},
		Faint:       {fg: "#6c6c6c"},
		Title:       {attr: bold},
		Accent:      {fg: "#87008f"},
		Border:      {fg: "#808080"},
		BorderFocus: {fg: "#87008f"},
		Full:        {fg: "#005fd7"},
		Scoring:     {fg: "#a84300"},
		Honest:      {fg: "#004d40"},
		Bound:       {fg: "#626262"},
		Exchange:    {fg: "#a8005c"},
		Baseline:    {fg: "#5f5f00"},
		Good:        {fg: "#1c7000"},
		Bad:         {fg: "#af0000", attr: bold},
		Warning:     {fg: "#875f00"},
		Axis:        {fg: "#626262"},
		Guide:       {fg: "#808080"},
		Cursor:      {fg: "#87008f"},
		Track:       {fg: "#808080"},
		Thumb:       {fg: "#87008f", attr: bold},
		Key:         {fg: "#87008f", attr: bold},
		Chip:        {fg: "#5f005f", bg: "#ffd7ff", attr: bold},
		Excluded:    {fg: "#6c6c6c"},
		Band:        {fg: "#d3e6e1"},
	},
	selected: look{bg: "#e4e4e4"},
	raised:   "#f2f2f4", ground: "#ffffff",
}

// cube is a theme for terminals of 256 colours: the same with the grounds of the cube.
func cube(l looks, band, raised string) *looks {
	l.raised, l.of[Band] = raised, look{fg: band}
	return &l
}

var dark16 = looks{
	of: [tokens]look{
		Text:        {attr: plain},
		Muted:       {fg: "7"},
		Faint:       {fg: "7", attr: faint},
		Title:       {attr: bold},
		Accent:      {fg: "13"},
		Border:      {fg: "7", attr: faint},
		BorderFocus: {fg: "13"},
		Full:        {fg: "10"},
		Scoring:     {fg: "11"},
		Honest:      {fg: "14"},
		Bound:       {fg: "7"},
		Exchange:    {fg: "5"},
		Baseline:    {fg: "6"},
		Good:        {fg: "2"},
		Bad:         {fg: "9", attr: bold},
		Warning:     {fg: "3"},
		Axis:        {fg: "7"},
		Guide:       {fg: "7", attr: faint},
		Cursor:      {fg: "13"},
		Track:       {fg: "7", attr: faint},
		Thumb:       {fg: "13", attr: bold},
		Key:         {fg: "13", attr: bold},
		Chip:        {attr: reverse | bold},
		Excluded:    {fg: "7", attr: faint},
		Band:        {fg: "6", attr: faint},
	},
	selected: look{attr: reverse},
}

var light16 = looks{
	of: [tokens]look{
		Text:        {attr: plain},
		Muted:       {attr: plain},
		Faint:       {attr: faint},
		Title:       {attr: bold},
		Accent:      {fg: "5"},
		Border:      {attr: faint},
		BorderFocus: {fg: "5"},
		Full:        {fg: "4"},
		Scoring:     {fg: "1"},
		Honest:      {fg: "2", attr: bold},
		Bound:       {attr: faint},
		Exchange:    {fg: "5", attr: bold},
		Baseline:    {attr: faint},
		Good:        {attr: bold},
		Bad:         {attr: bold | underline},
		Warning:     {attr: underline},
		Axis:        {attr: faint},
		Guide:       {attr: faint},
		Cursor:      {fg: "5"},
		Track:       {attr: faint},
		Thumb:       {fg: "5", attr: bold},
		Key:         {fg: "5", attr: bold},
		Chip:        {attr: reverse | bold},
		Excluded:    {attr: faint},
		Band:        {fg: "2", attr: faint},
	},
	selected: look{attr: reverse},
}

var mono = looks{
	of: [tokens]look{
		Text:        {attr: plain},
		Muted:       {attr: plain},
		Faint:       {attr: faint},
		Title:       {attr: bold},
		Accent:      {attr: bold},
		Border:      {attr: faint},
		BorderFocus: {attr: bold},
		Full:        {attr: bold},
		Scoring:     {attr: faint},
		Honest:      {attr: plain},
		Bound:       {attr: faint},
		Exchange:    {attr: plain},
		Baseline:    {attr: faint},
		Good:        {attr: plain},
		Bad:         {attr: bold},
		Warning:     {attr: underline},
		Axis:        {attr: faint},
		Guide:       {attr: faint},
		Cursor:      {attr: bold},
		Track:       {attr: faint},
		Thumb:       {attr: bold},
		Key:         {attr: bold},
		Chip:        {attr: reverse},
		Excluded:    {attr: faint},
		Band:        {attr: faint},
	},
	selected: look{attr: reverse},
}
