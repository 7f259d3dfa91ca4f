# `make help` lists the targets. Needs python3 (3.11 or newer), pip and make; everything else is installed into .venv, which
# is created on first use and updated when pyproject.toml changes.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip -qq --no-input

# More arguments for pytest: make test PYTEST="-k dutch". JOBS=0 runs the tests in one process.
PYTEST ?=
JOBS   ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')

RUN_TESTS = $(BIN)/python -m pytest -q -n $(JOBS) --dist loadfile

# An extra: a folder with tournament files of other people, which are not ours to give away; without it the few tests
# that read them are left out. Name yours: make test CORPUS=/path/to/corpus
CORPUS ?=
ifneq ($(CORPUS),)
export ROOKERY_CORPUS := $(abspath $(CORPUS))
endif

# Compiled modules are kept: hundreds of tests start the program, and would compile it each time.
unexport PYTHONDONTWRITEBYTECODE
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export NO_MKDOCS_2_WARNING := 1
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo desk test test-all nightly services snapshots constraints lowest offline texts lint format coverage bench pages docs \
  changelog release-check standalone clean

help: ## this list
	@echo "Rookery: pairs, ranks, rates and checks chess tournaments by the FIDE regulations."
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1 | \2/p' Makefile | awk -F'|' '{printf "%-18s%s\n", $$1, $$2}'

demo: $(VENV)/.made-base ## install Rookery and show it at work on the example tournaments
	@PATH="$(abspath $(BIN)):$$PATH" sh examples/demo.sh

desk: $(VENV)/.made-desk,pdf ## install Rookery and open its desk in the browser, with three tournaments to look at
	@[ -e .desk/desk.sqlite ] || for each in examples/desk/*.rookery; do \
	  $(BIN)/rookery desk import "$$each" --desk .desk/desk.sqlite || { rm -rf .desk; exit 1; }; \
	done
	@exec $(BIN)/rookery desk .desk

test: lint ## the fast checks: lint, types, and the tests without browser, database, clusters and slow cases
	@echo "tests ..."
	@$(RUN_TESTS) --fast $(PYTEST)

test-all: services lint ## every check, the same as CI: lint, types, all tests
	@echo "tests ..."
	@$(RUN_TESTS) --cpu-report $(PYTEST)

nightly: services ## all tests with fresh examples, the benchmarks' smoke runs, and sweeps with fresh seeds
	@$(RUN_TESTS) --nightly --hypothesis-profile=search $(PYTEST)
	@$(BIN)/python tools/nightly.py

services: $(VENV)/.made-dev ## install Chromium, PostgreSQL and axe-core for test-all (as root on Debian; elsewhere it says how)
	@sh tools/services.sh $(VENV)

snapshots: $(VENV)/.made-dev ## write the expected texts of the tests again; review the diff
	@$(RUN_TESTS) --snapshot-update $(PYTEST)

constraints: $(VENV)/.made-dev ## resolve the packages of a desk again, into constraints/desk.txt (needs the network)
	@$(PIP) install uv
	@PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python tools/constraints.py

lowest: $(VENV)/.made-dev ## the fast tests with the lowest versions of packages that pyproject.toml admits (needs the network)
	@$(PIP) install uv
	@$(BIN)/uv venv -q --clear --python $(BIN)/python $(VENV)-lowest
	@$(BIN)/uv pip install -q --python $(VENV)-lowest/bin/python --resolution lowest-direct -e '.[dev]'
	@$(VENV)-lowest/bin/python -m pytest -q -n $(JOBS) --dist loadfile --fast $(PYTEST)

offline: $(VENV)/.made-dev ## the tests without a network, to show that none needs one (Linux)
	@unshare $$(test $$(id -u) = 0 || echo --map-root-user) --net sh -c \
		'ip link set lo up && exec $(BIN)/python -m pytest -q -n $(JOBS) $(PYTEST)'

texts: $(VENV)/.made-dev ## extract the texts to be translated into .locale/rookery.pot
	@mkdir -p .locale
	@PYTHONPATH=tools $(BIN)/pybabel -q extract -F tools/babel.cfg --sort-output \
	  -o .locale/rookery.pot src/rookery

lint: $(VENV)/.made-dev ## style and types only, of Python, templates and script
	@echo "style ..."
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { $(BIN)/ruff format --check .; echo "make format puts this right."; exit 1; }
	@echo "types ..."
	@$(BIN)/mypy --strict --no-error-summary
	@echo "templates ..."
	@$(BIN)/djlint --lint --quiet src/rookery/web/templates
	@echo "script ..."
	@sh tools/javascript/check.sh $(VENV)

format: $(VENV)/.made-dev ## format the code
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

coverage: $(VENV)/.made-dev ## which lines the tests never reach
	@rm -f .coverage .coverage.*
	@$(BIN)/coverage run -m pytest -q $(PYTEST)
	@$(BIN)/coverage combine -q
	@$(BIN)/coverage report

bench: $(VENV)/.made-dev ## measure: every bench/bench_*.py in turn, as ratios
	@set -e; for each in bench/bench_*.py; do \
	  [ -e "$$each" ] || { echo "nothing to measure yet: no bench/bench_*.py"; break; }; \
	  echo "== $$each"; $(BIN)/python "$$each"; \
	done

pages: $(VENV)/.made-dev ## write the generated documents again: references, schemas, examples, pictures
	@set -e; for each in tools/*_examples.py tools/*_reference.py tools/*_page.py tools/*_pictures.py; do $(BIN)/python "$$each"; done

changelog: $(VENV)/.made-release ## move the lines of changes/ into CHANGELOG.md
	@$(BIN)/towncrier build --yes

release-check: $(VENV)/.made-release ## build what would be released, and try it: metadata, wheel, demo, desk, pipx
	@$(BIN)/python tools/release_check.py

standalone: | $(BIN)/python ## build dist/rookery-desk, one file that opens the desk without Python
	@$(BIN)/python tools/standalone.py

docs: $(VENV)/.made-docs ## build the documentation into site/
	@$(BIN)/mkdocs build --strict --quiet
	@echo "site/index.html is ready."

clean: ## remove everything that make made, the virtual environment too; the tournaments in .desk stay
	@rm -rf $(VENV) site build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .coverage.* .corpora htmlcov
	@find src tests examples bench docs tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
	@echo "clean."

# The environment: .made-NAME stands for the extra NAME, installed since pyproject.toml last changed.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Rookery needs Python 3.11 or newer; name one with: make PYTHON=python3.11"; exit 1; }
	@echo "making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.made-base: pyproject.toml | $(BIN)/python
	@echo "installing Rookery ..."
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.made-%: pyproject.toml | $(BIN)/python
	@echo "installing Rookery with its $* tools ..."
	@$(PIP) install --editable '.[$*]'
	@touch $@
