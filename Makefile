# Shortcuts; everything works without make too. .ci/run is what must pass.

.PHONY: module build test check bench generate pictures release

build: ## the program, in bin/; make build TAGS=nodata leaves Excel and Parquet out
	go build -trimpath -ldflags '-s -w' -tags '$(TAGS)' -o bin/fms-tui ./cmd/fms-tui

test:
	go test ./...
	go -C tools test ./...

check:
	.ci/run

bench:
	go test -run '^$$' -bench . -benchmem ./...

generate: ## the bundled data sets, and the licences of what the program links
	go -C tools run ./samples ../sampledata/data
	go -C tools run ./thirdparty

release: ## VERSION=1.2.3: programs and packages for all systems, in dist/
	.ci/release $(VERSION)

pictures: ## those of the README and the docs
	go -C tools run ./paper pictures

# PATH is a variable of the environment, too, and programs are looked for there: it
# is taken from the command line only, and set back for the recipe.
module: ## another path for the module: make module PATH=example.org/x/fms-tui
ifeq ($(origin PATH),command line)
	PATH="/usr/bin:/bin:$(dir $(shell command -v go))" go -C tools run ./module '$(PATH)'
else
	@echo 'make module PATH=example.org/x/fms-tui' >&2; exit 2
endif
