# Makefile - the front door. Meson does the building; this installs what is missing, once.
#
#   make run      build, then serve http://localhost:8080 (ARGS="--listen …" for more)
#   make test     build and run every test
#   make quick    unit tests, rules, conformance and types: a minute
#   make all      build the program, the library and the page
#   make browsers the walk through the page in Chromium, Firefox and WebKit (ENGINES="firefox webkit")
#   make check    formatting, clang-tidy, include rule, sanitizer builds, 20-second fuzzers
#   make bench    speed of rules and search, as JSON
#   make coverage how much of the rules the tests run (LIST=--list: what they do not)
#   make mutants  changes the rules in one place at a time: which changes no test notices (SAMPLE=100)
#   make signature  rules and search give the same bits: compilers, 32 bits, big-endian, WebAssembly
#   make fuzz     fuzz every parser (FUZZ_SECONDS each, default 600)
#   make gameday  a site under load in which one thing after the other fails (MINUTES=60, SEED=1)
#   make install  PREFIX=/usr/local
#   make dist     the source tarball, with the built page, in build-dist
#   make deb      the Debian source package and hoshi, libhoshi1, libhoshi-dev and python3-hoshi, in build-deb
#   make release  all of these twice, compared and checked, with notes and sums, in build-release (KEY=… signs, TRY=yes before the release)
#   make clean    remove what was built

BUILD  ?= build
PREFIX ?= /usr/local
MESON   = meson setup --prefix $(abspath $(PREFIX))
export npm_config_update_notifier = false

.PHONY: all run test quick browsers check bench coverage mutants signature fuzz gameday install dist deb release clean setup
.DEFAULT_GOAL := all

# The stamp is renewed when the lists of packages change.
.setup: tools/setup.sh tools/packages.txt package-lock.json
	@sh tools/setup.sh
	@touch .setup

setup: .setup

$(BUILD)/build.ninja: .setup
	@$(MESON) $(BUILD) -Dtests=true >$(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }
	@rm -f $(BUILD).log

all: $(BUILD)/build.ninja
	@ninja -C $(BUILD)

run: $(BUILD)/build.ninja
	@ninja --quiet -C $(BUILD)
	@exec $(BUILD)/hoshi serve $(ARGS)

test: all
	@sh tools/test.sh $(BUILD)

quick: all
	@sh tools/test.sh $(BUILD) --quick

browsers: all
	@sh tools/browsers.sh $(BUILD) $(ENGINES)

check: all
	@sh tools/check.sh $(BUILD)

bench: all
	@sh tools/bench.sh $(BUILD)

gameday: all
	@python3 tools/gameday.py --hoshi $(BUILD)/hoshi --minutes $(or $(MINUTES),1) $(if $(SEED),--seed $(SEED))

coverage: .setup
	@python3 tools/coverage.py build-coverage $(LIST)

mutants: .setup
	@python3 tools/mutate.py build-mutants --sample $(or $(SAMPLE),100)

signature: all
	@sh tools/signature.sh $(BUILD) --sanitizers

fuzz: .setup
	@sh tools/fuzz.sh build-fuzz $(or $(FUZZ_SECONDS),600)

install: all
	@meson configure $(BUILD) -Dprefix=$(abspath $(PREFIX))
	@meson install --quiet -C $(BUILD) $(if $(DESTDIR),--destdir $(DESTDIR))
	@echo "installed in $(PREFIX)"

deb: all
	@sh tools/deb.sh $(BUILD) build-deb

dist: all
	@sh tools/dist.sh $(BUILD) build-dist

release: .setup
	@sh tools/release.sh build-release $(if $(KEY),--key $(KEY)) $(if $(TRY),--try)

clean:
	rm -rf build build-* web/dist .setup
