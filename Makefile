# Every target makes the virtual environment and installs what it needs by itself.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
STUDIO := $(VENV)/.studio
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)
# Three times as many as there are cores: tests of processes, clocks and the browser wait much of their time.
WORKERS ?= $(shell echo $$(( 3 * $$(nproc 2>/dev/null || echo 2) )))
unexport PYTHONDONTWRITEBYTECODE # where it is set, every process would compile every module anew, tests included

.PHONY: help install studio test lint types layers kernels collected unit browser lessonbook bench docs dist clean

help: ## what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

$(BIN)/pip:
	$(PYTHON) -m venv $(VENV)
	-$(BIN)/pip install --quiet uv

# uv takes a quarter of pip's time. pip is for places where uv is not to be had, or finds no packages because only pip was told
# where they are. Neither compiles Python files ahead: most are never imported, and Python compiles the others by itself, once.
install_extra = $(BIN)/uv pip install --quiet --python $(BIN)/python --editable ".[$(1)]" || \
	$(BIN)/pip install --quiet --no-compile --editable ".[$(1)]"

$(INSTALLED): pyproject.toml | $(BIN)/pip
	$(call install_extra,dev)
	touch $@ $(STUDIO)

$(STUDIO): pyproject.toml | $(BIN)/pip
	$(call install_extra,studio)
	touch $@

# What every game's searches share is compiled once: for a user beside whatever happens meanwhile; for tests, before they start,
# only what takes longest and what most of them ask for.
COMPILE_AHEAD = nice -n 15 $(BIN)/counterplay warm --shared >/dev/null 2>&1 &

install: $(INSTALLED) ## the virtual environment with counterplay and its tools
	@$(COMPILE_AHEAD)

studio: $(STUDIO) ## play, analyse and look inside, in the browser
	@$(COMPILE_AHEAD)
	$(BIN)/counterplay studio

test: ## every check: lint, types, layering, all tests
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint types layers kernels collected browser lessonbook
	@$(MAKE) --no-print-directory unit

kernels: $(INSTALLED) # otherwise every test process would begin by compiling them
	COUNTERPLAY_CACHE=.cache/kernels $(BIN)/counterplay warm nim -a engine -a mcts -a star2 >/dev/null

collected: $(INSTALLED) # pytest rewrites the assertions of every test file, and all test processes would do it at once
	$(BIN)/pytest --collect-only -qq >/dev/null

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(INSTALLED)
	$(BIN)/mypy

layers: $(INSTALLED)
	$(BIN)/lint-imports

# Another use of apt, such as a machine's own updates, is waited for.
APT_INSTALL = $(SUDO) apt-get -o DPkg::Lock::Timeout=300 install -y -qq

browser: # what the tests drive besides Python packages: a browser and a chess engine
	@{ command -v chromium-headless-shell || command -v chromium; } >/dev/null && PATH="$$PATH:/usr/games" command -v stockfish >/dev/null || \
	{ $(SUDO) apt-get update -qq && { $(APT_INSTALL) chromium-headless-shell stockfish || \
	$(APT_INSTALL) chromium stockfish; } >/dev/null; }

# 209 annotated games of chess in Debian's PyChess (GPL): read by a test, never shipped, and nothing of the program is installed.
LESSONBOOK := .cache/pychess
lessonbook: | browser # which may be using apt, and two at once lock each other out
	@[ -d $(LESSONBOOK) ] || ! command -v apt-get >/dev/null || { mkdir -p .cache/deb && cd .cache/deb && \
	{ apt-get download -qq pychess 2>/dev/null || { $(SUDO) apt-get update -qq && apt-get download -qq pychess; }; } && \
	dpkg -x pychess_*.deb unpacked && mv unpacked/usr/share/pychess/learn ../pychess && cd .. && rm -rf deb; }

unit: $(INSTALLED) browser lessonbook
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --max-worker-restart 100

bench: $(INSTALLED) ## measure against the references, write bench/RESULTS.md
	$(BIN)/python -m bench

docs: $(INSTALLED) ## these documents as a site that works offline, in .cache/site
	PYTHONPATH=. NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "open .cache/site/index.html"

dist: $(INSTALLED) ## wheel and sdist, installed into an empty environment and tried
	$(BIN)/python -m release.check_distribution

clean: ## remove what was made
	rm -rf $(VENV) dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
