# Every target makes the virtual environment and installs what it needs by itself.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
WORKERS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: help install test lint types layers unit bench clean

help: ## what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable ".[dev]"
	touch $@

install: $(INSTALLED) ## the virtual environment with counterplay and its tools

test: lint types layers unit ## every check: lint, types, layering, all tests

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(INSTALLED)
	$(BIN)/mypy

layers: $(INSTALLED)
	$(BIN)/lint-imports

unit: $(INSTALLED)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

bench: $(INSTALLED) ## measure against the references, write bench/RESULTS.md
	$(BIN)/python -m bench

clean: ## remove what was made
	rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
