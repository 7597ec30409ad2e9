package tui

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// echo shows the last text that it was sent.
type echo struct{ text string }

func (m echo) Init() tea.Cmd { return nil }

func (m echo) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if text, ok := msg.(string); ok {
		m.text = text
	}
	return m, nil
}

func (m echo) View() tea.View { return tea.NewView(m.text) }

// TestFrames: a clock of frames rests only after a while without a view, and the next view
// is shown all the same.
func TestFrames(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	screen, out := io.Pipe()
	keys, _ := io.Pipe()
	var f frames
	var p *tea.Program
	drawn := make(chan struct{}, 100)
	g := &guard{Model: echo{}, end: cancel, drew: func() { f.drew(p); drawn <- struct{}{} }}
	p = tea.NewProgram(g, tea.WithContext(ctx), tea.WithInput(keys), tea.WithOutput(out),
		tea.WithEnvironment([]string{"TERM=xterm-256color"}), tea.WithoutSignalHandler(), tea.WithWindowSize(20, 5))
	ended := make(chan error)
	go func() {
		_, err := p.Run()
		out.Close()
		ended <- err
	}()
	shows := func(text string) {
		var seen strings.Builder
		for b := make([]byte, 4096); !strings.Contains(seen.String(), text); {
			n, err := screen.Read(b)
			if err != nil {
				t.Fatalf("%q is not shown: %q, %v", text, seen.String(), err)
			}
			seen.Write(b[:n])
		}
	}
	<-drawn // the first view comes after the ticker
	ticker := tickerOf(p)
	if ticker == nil {
		t.Fatal("Bubble Tea has no ticker of this name: the program never sleeps")
	}
	p.Send("first")
	shows("first")
	if f.sleep(ticker); f.asleep {
		t.Error("it sleeps right after a view")
	}
	f.mu.Lock()
	f.drawn = f.drawn.Add(-restAfter)
	f.mu.Unlock()
	if f.sleep(ticker); !f.asleep {
		t.Error("it does not sleep")
	}
	p.Send("SECOND")
	shows("SECOND")
	go io.Copy(io.Discard, screen)
	p.Quit()
	if err := <-ended; err != nil && !errors.Is(err, tea.ErrProgramKilled) {
		t.Error(err)
	}
}
