# Shortcuts; everything works without make too. .ci/run is what must pass.

.PHONY: build test check bench generate pictures release

build: ## the program, in bin/; make build TAGS=nodata leaves Excel and Parquet out
	go build -trimpath -ldflags '-s -w' -tags '$(TAGS)' -o bin/fms-tui ./cmd/fms-tui

test:
	go test ./...

check:
	.ci/run

bench:
	go test -run '^$$' -bench . -benchmem ./...

generate: ## the bundled data sets
	go generate ./...

release: ## VERSION=1.2.3: programs and packages for all systems, in dist/
	.ci/release $(VERSION)

pictures: ## those of the README and the docs
	go run ./internal/paper pictures
