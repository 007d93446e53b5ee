# Two commands set everything up from a fresh clone: `make demo` and `make test`.
# PYTHON=python3.12 chooses the interpreter; it has to be 3.11 or newer.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
BIN := .venv/bin
EXAMPLE := examples/auth-session.json
PYTEST_ARGS ?=
# as many at once as there are processors; WORKERS=0 runs one after the other, in one process
WORKERS ?= auto
# CONSTRAINTS='--constraint requirements.lock' installs the versions of which the tests passed
CONSTRAINTS ?=
SHARED ?= ../shared

.PHONY: archive-bench context-bench brief-bench hooks-bench demo test check coverage reached lint fix docs golden build live bench bench-full peers quality receipts faults costs fuzz security patterns examples site lock audit conformance switches clean

demo: .venv/runtime
	$(BIN)/graphpack export $(EXAMPLE) --mode compact

# COVERED=1 also notes which lines the tests reach, for a tenth more time
COVERED ?=
LINES := build/lines.json
COVERING := -m slipcover --json --source graphpack --out $(LINES)
test: .venv/dev
	@mkdir -p build
	$(BIN)/python $(if $(COVERED),$(COVERING)) -m pytest $(if $(COVERED),-W ignore::pytest.PytestAssertRewriteWarning) \
		-n $(WORKERS) --dist worksteal $(PYTEST_ARGS)

check: lint test

# how much of the code the tests reach; PURE are the stages that open no file and no connection.
# Fails below the bars, in per cent; COVER_PURE=0 COVER_ALL=0 only tells
PURE := chunk compress extract/offline merge model prune redact render text verify
COVER_PURE ?= 100
COVER_ALL ?= 90
comma := ,
empty :=
coverage: .venv/dev
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal --cov=graphpack --cov-branch --cov-report= $(PYTEST_ARGS)
	$(BIN)/python -m coverage report --format=total --fail-under=$(COVER_ALL)
	$(BIN)/python -m coverage report --skip-covered --sort=cover --show-missing --fail-under=$(COVER_PURE) \
		--include='$(subst $(empty) $(empty),$(comma),$(PURE:%=graphpack/%/*))'

# holds the lines that `make test COVERED=1` noted against the bars; no branches, for less time than coverage
reached:
	@$(BIN)/python -m tests.reached $(LINES) --pure $(PURE) --pure-bar $(COVER_PURE) --all-bar $(COVER_ALL)

lint: .venv/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy graphpack
	$(BIN)/lint-imports

fix: .venv/dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# writes what is made from the code: docs/cli.md, docs/reference/, the README's example and tables, and
# what the commands print that the documents show
docs: .venv/dev
	$(BIN)/python docs/generate.py
	$(BIN)/python docs/reference.py
	$(BIN)/python docs/console.py

# all forms of the conversations in examples/, beside them; a test compares them byte for byte
examples: .venv/dev
	$(BIN)/python docs/examples.py

# the documents as a site that loads nothing from elsewhere, in build/site/site; fails on any broken link
site: .venv/dev
	$(BIN)/python docs/build_site.py

golden: .venv/dev
	$(BIN)/python -m pytest --update-golden
	@git status --short

build: .venv/dev
	$(BIN)/python -m build

# every table of the documents at small sizes, in less than a quarter of an hour; NAME=... for some
NAME ?= --all
bench: .venv/dev
	$(BIN)/python bench/suite.py $(NAME) --shared $(SHARED)

# the sizes that stand in the documents, written into them
bench-full: .venv/dev
	$(BIN)/python bench/suite.py $(NAME) --shared $(SHARED) --full --write

# the other tools that graphpack is measured beside, each in an environment of its own
PEER ?=
peers: .venv/python
	$(BIN)/python bench/peers/set_up.py $(PEER)

# packs through a model server that answers badly, in seeded runs
FAULT_RUNS ?= 200
faults: .venv/dev
	$(BIN)/python bench/faults.py --runs $(FAULT_RUNS)

# counts what reading with a model costs, and times it with a slow server; needs no model
costs: .venv/dev
	$(BIN)/python bench/costs.py

# builds the contexts of scenarios by three strategies; writes the table of docs/context.md
context-bench: .venv/runtime
	$(BIN)/python bench/context.py --detail --write docs/context.md

# counts what agents save that share what they found; writes the table of docs/skill.md
brief-bench: .venv/runtime
	$(BIN)/python bench/brief.py --write docs/skill.md

# times how long hooks keep a host waiting, on made-up sessions
hooks-bench: .venv/dev
	$(BIN)/python -m bench.hooks

# grows an archive on both databases and times it, into docs/archive.md; ARCHIVE_NODES= says how far
ARCHIVE_NODES ?= 10000 100000
archive-bench: .venv/dev
	$(BIN)/python bench/archive.py --nodes $(ARCHIVE_NODES) --postgresql start --write docs/archive.md

# compresses texts of which is known what must survive, into docs/compression.md; BESIDE= leaves
# the other library out, which make peers sets up for the comparison
BESIDE ?= .peers/headroom/ready
compress-bench: .venv/dev $(BESIDE)
	@test -d "$(SHARED)/bench/fixtures" || { echo "make compress-bench: no folder $(SHARED)/bench/fixtures;" \
		"SHARED=... names one that holds bench/fixtures/, tools/survive.py and samples/agent/" >&2; exit 1; }
	$(BIN)/python bench/compress.py --fixtures $(SHARED)/bench/fixtures \
		--survive $(SHARED)/tools/survive.py --samples $(SHARED)/samples/agent \
		$(if $(BESIDE),--beside .peers/headroom/bin/python) --write docs/compression.md

.peers/headroom/ready: bench/peers/peers.toml | .venv/python
	$(BIN)/python bench/peers/set_up.py headroom

# scores packs of real conversations, which are no part of the project, into docs/quality.md
quality: .venv/runtime
	@test -d "$(SHARED)/gold" || { echo "make quality: no folder $(SHARED)/gold; SHARED=..." \
		"names one that holds gold/, samples/ and tools/score.py" >&2; exit 1; }
	$(BIN)/python bench/quality.py $(SHARED)/gold $(SHARED)/samples $(SHARED)/tools/score.py \
		--write docs/quality.md

# plants faults in packs of real conversations; the table in docs/verify.md is what was found
receipts: .venv/runtime
	@test -d "$(SHARED)/samples" || { echo "make receipts: no folder $(SHARED)/samples; SHARED=..." \
		"names one that holds samples/" >&2; exit 1; }
	$(BIN)/python bench/verify.py $(SHARED)/samples --write docs/verify.md

# reads thousands of damaged real files with every reader, which are no part of the project
FUZZ_CASES ?= 20000
fuzz: .venv/dev
	@test -d "$(SHARED)/samples" || { echo "make fuzz: no folder $(SHARED)/samples; SHARED=..." \
		"names one that holds samples/" >&2; exit 1; }
	$(BIN)/python bench/fuzz.py $(SHARED)/samples --cases $(FUZZ_CASES)

# makes up secrets, attacks, hostile files and kills; the table in docs/security.md is what came out
security: .venv/dev
	@test -d "$(SHARED)/samples" || { echo "make security: no folder $(SHARED)/samples; SHARED=..." \
		"names one that holds samples/" >&2; exit 1; }
	$(BIN)/python bench/security.py $(SHARED)/samples --write docs/security.md

# times every pattern of the package against hostile text of growing length
patterns: .venv/dev
	PATTERNS=1 $(BIN)/python -m pytest -q tests/safety/test_patterns.py

# writes requirements.lock and docs/licences.md from what is installed
lock: .venv/dev
	$(BIN)/python docs/supply.py

# asks the registry for known faults of the locked versions; what it cannot tell, it lists as skipped
audit: .audit/ready requirements.lock
	.audit/bin/pip-audit --requirement requirements.lock --no-deps --disable-pip --progress-spinner off

# plants statements in sessions and looks which of them are left; the kit stays out of .venv
conformance: .peers/conformance/ready
	.peers/conformance/bin/python bench/conformance.py

.peers/conformance/ready: bench/peers/peers.toml pyproject.toml | .venv/python
	$(BIN)/python bench/peers/set_up.py conformance

# counts the planted changes of mind that are found, and what is replaced wrongly
switches: .venv/dev
	$(BIN)/python -m tests.merge.trial

.audit/ready:
	$(PYTHON) -m venv .audit
	.audit/bin/python -m pip install --quiet --disable-pip-version-check 'pip-audit>=2.7,<3'
	@touch $@

# asks a small real model on this machine; downloads its weights, and never runs in CI
live: .venv/runtime
	$(BIN)/python bench/live.py

.venv/python:
	@test -n "$(PYTHON)" || { echo "graphpack needs Python 3.11 or newer; name one with PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@touch $@

.venv/runtime: .venv/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . $(CONSTRAINTS)
	@touch $@

.venv/dev: .venv/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev $(CONSTRAINTS)
	@touch $@ .venv/runtime

clean:
	rm -rf .venv .audit .peers .live build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
