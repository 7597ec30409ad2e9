# Shortcuts; everything works without make too. .ci/run is what must pass.

.PHONY: build test check bench generate pictures

build: ## the program, in bin/
	go build -o bin/fms-tui ./cmd/fms-tui

test:
	go test ./...

check:
	.ci/run

bench:
	go test -run '^$$' -bench . -benchmem ./...

generate: ## the bundled data sets
	go generate ./...

pictures: ## those of the README and the docs
	go run ./internal/paper pictures
