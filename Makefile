# Every target but `clean` sets up what it needs first; a machine needs nothing but Python 3.11 or newer.
#
#   make setup [PYTHON=python3.13]    the environment .venv, npm packages for tests, and Chromium if the system has none
#   make test [ARGS='-k contacts']    all tests, on three workers, in random order
#   make quick [ARGS='-k contacts']   what one runs while working: no browser, no packaging, no other interpreters
#   make lint types examples          ruff, imports between parts; mypy --strict, tests too; the examples' tests
#   make demo                         a human and an agent at work in a browser; then the same story as a test
#   make parity [EXAMPLES=400]        all of tests/page/parity in Chromium, and more generated apps than the tests try
#   make record-page [ARGS=sl-input]  the matrix of cases of the page: plays in Chromium what has no record yet
#   make oracle-javafx [ARGS=--count] random FXML in real JavaFX: records what has no record yet, or counts what is equal
#   make firefox                      the face in Firefox: stories of the other faces, sample apps, rows of the matrix
#   make frameworks                   22 agent frameworks, each in its environment; writes the table in docs/agents.md
#   make fuzz [CALLS=200000 SEED=0]   random calls of Lua's library in a process of its own; says which call ended it
#   make teeth [ARGS=search]          mutation testing: breaks the examples in 34 ways; says which tests and stories notice
#   make pythons [ARGS="--python 3.14"]  as root: the tests that need no browser on Python 3.13 and 3.14, in chroots
#   make bench                        the benchmarks; writes tests/benchmarks/README.md
#   make compare COMMIT=v1.0.0        the benchmarks of another commit and of this tree, in turn
#   make verbs COMMIT=v1.0.0          the verbs of a page of another commit and of this tree, in turn
#   make release [VERSION=1.0.0]      sdist, wheel, and one file per platform that needs only Python; into release/
#   make pictures [BEFORE=COMMIT]     the pictures in docs/images, from a real browser; also beside those of a commit
#   make themes [ARGS=harbor]         pictures of every theme with native controls and components, in .cache/themes
#   make docs                         write the pages of docs/reference that are made from the code
#   make format                       ruff's formatting and safe repairs; Lua and JavaScript, too
#   make clean                        remove what builds and tools leave behind (not .venv)

# Once the environment is there, its own Python is as good as any; PYTHON= replaces it if that is another.
ifeq ($(origin PYTHON),undefined)
PYTHON := $(if $(wildcard .venv/bin/python),.venv/bin/python,python3)
endif

# Some machines and containers forbid Python its bytecode: each of the hundreds of processes that tests start would compile
# the package anew. An empty value is none.
export PYTHONDONTWRITEBYTECODE :=

RUN := .venv/bin/python
CODE := pytest_uimcp tests tools examples
ARGS ?=

.PHONY: film frameworks setup ready test quick lint types examples demo parity record-page oracle-javafx firefox fuzz teeth pythons bench compare verbs \
	release pictures themes docs format clean

setup:
	@$(PYTHON) tools/setup.py

ready:
	@$(PYTHON) tools/setup.py --if-needed

# Three on two cores: two of them kept little more than one core busy, because tests wait for processes and browsers.
WORKERS ?= 3

test: ready
	$(RUN) -m pytest -n $(WORKERS) $(ARGS)

quick: ready
	$(RUN) -m pytest -n 2 -m quick $(ARGS)

lint: ready
	$(RUN) -m ruff check $(CODE)
	$(RUN) -m ruff format --check $(CODE)
	$(RUN) -m tools.format_scripts --check
	.venv/bin/lint-imports --no-cache --no-logo
	$(RUN) -m tools.counts

types: ready
	$(RUN) -m mypy
	$(RUN) tools/check_front_end.py

# A commit, whose pages stand beside those of this tree in a picture.
BEFORE ?=

pictures: ready
	$(RUN) -m tests.html.pictures
	$(RUN) -m tests.chat.web.pictures
	$(RUN) -m tests.agent.pictures
	$(RUN) -m tests.javafx.pictures
	$(RUN) -m tests.testing.report.pictures
	$(RUN) -m tests.testing.gallery.pictures
	$(RUN) -m tests.looks.pictures $(BEFORE)

themes: ready
	$(RUN) -m tests.html.theme_pictures .cache/themes $(ARGS)

examples: ready
	@set -e; for example in examples/*/ docs/cookbook/; do \
		echo "== $$example"; \
		(cd "$$example" && ../../$(RUN) -m pytest $(ARGS)); \
	done

demo:
	@$(PYTHON) tools/setup.py --demo
	$(RUN) examples/contacts/demo.py
	$(RUN) examples/approvals/demo.py

film: ready
	$(RUN) -m tests.looks.film

EXAMPLES ?= 400

parity: ready
	UIMCP_PARITY=all UIMCP_PARITY_EXAMPLES=$(EXAMPLES) UIMCP_PARITY_SEED=$$(date +%s) \
		$(RUN) -m pytest -n 2 --timeout 0 tests/page/parity $(ARGS)

oracle-javafx: ready
	$(RUN) -m tests.javafx.generated $(ARGS)

record-page: ready
	$(RUN) -m tests.page.matrix $(ARGS)

firefox: ready
	$(RUN) -m pytest -n 0 tests/testing/faces/firefox/firefox_tests.py $(ARGS)

# Those that fail have no row written; the environments stay in .cache/frameworks (4 GB).
frameworks: ready
	$(RUN) -m tools.frameworks $(ARGS)
	UIMCP_FRAMEWORKS=all $(RUN) -m pytest -n 0 -p no:randomly tests/agent/foreign -k "framework_meets"; outcome=$$?; \
		$(RUN) -m tests.agent.foreign.table && exit $$outcome

CALLS ?= 200000
SEED ?= $(shell date +%s)

fuzz: ready
	$(RUN) -m tests.engine.lua.fuzz $(CALLS) $(SEED)

teeth: ready
	$(RUN) -m tools.teeth $(ARGS)

pythons: ready
	$(RUN) -m tools.pythons $(ARGS)

bench: ready
	$(RUN) -m tests.benchmarks $(ARGS)

compare: ready
	$(RUN) -m tests.benchmarks.compare $(COMMIT) $(ARGS)

verbs: ready
	$(RUN) -m tests.benchmarks.verbs $(COMMIT) $(ARGS)

# Without VERSION, what is built is a release if its commit has the tag.
VERSION ?=

release: ready
	$(RUN) -m tools.makerelease --update $(if $(VERSION),--release $(VERSION)) $(ARGS)

docs: ready
	$(RUN) -m tools.docs

format: ready
	$(RUN) -m ruff check --fix $(CODE)
	$(RUN) -m ruff format $(CODE)
	$(RUN) -m tools.format_scripts

clean:
	rm -rf build dist release .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . \( -path ./.venv -o -path ./.cache \) -prune -o -name __pycache__ -prune -exec rm -rf {} +
