# Holdfast. `make` or `make help` tells what there is.

PORT ?= 8123
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
NEW_ENOUGH := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))

# The first Python that is new enough; PYTHON=/path/to/python chooses another.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$p && exit; done; echo python3)

# A worker a core; more than a few would start more servers and databases than they save time.
PARALLEL := -n auto --maxprocesses 4

# Nothing calls out unless you ask for it; .env overrides these.
LANGGRAPH_CLI_NO_ANALYTICS ?= 1
LANGGRAPH_NO_VERSION_CHECK ?= true
LANGSMITH_TRACING ?= false
export LANGGRAPH_CLI_NO_ANALYTICS LANGGRAPH_NO_VERSION_CHECK LANGSMITH_TRACING
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore

define NEED_PYTHON
@$(PYTHON) -c '$(NEW_ENOUGH)' 2>/dev/null || { \
	echo "Holdfast needs Python 3.11 or newer with venv; $(PYTHON) is: $$($(PYTHON) --version 2>&1)"; \
	echo "Name another one: make PYTHON=/path/to/python3.12   (Debian: apt install python3 python3-venv)"; exit 1; }
endef

.DEFAULT_GOAL := help
.PHONY: help dev test check lint bench-turn lock clean

help: ## Print this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

dev: $(INSTALLED) ## Install what is missing and start the server (PORT=8123)
	@$(BIN)/python -c 'import socket, sys; sys.exit(socket.socket().connect_ex(("127.0.0.1", $(PORT))) == 0)' \
		|| { echo "Port $(PORT) is taken. Start on another one: make dev PORT=$$(( $(PORT) + 1 ))"; exit 1; }
	@echo
	@echo "  Chat      $(BIN)/holdfast chat        (in another terminal, while this one runs)"
	@echo "  Studio    https://smith.langchain.com/studio/?baseUrl=http://127.0.0.1:$(PORT)"
	@echo "  API       http://127.0.0.1:$(PORT)/docs"
	@echo "  Data      .holdfast (SQLite), or where .env says; it survives restarts"
	@echo "  Model     offline rules; for a real one: cp .env.example .env, set HOLDFAST_MODEL, start again"
	@echo
	@$(BIN)/langgraph dev --config langgraph.local.json --port $(PORT) --no-browser --no-reload --n-jobs-per-worker 10

test: $(INSTALLED) lint ## Lint, types and every test
	$(BIN)/pytest $(PARALLEL)

check: $(INSTALLED) lint ## The quick part, under a minute: lint, types and unit tests
	$(BIN)/pytest $(PARALLEL) -m "not server and not process and not postgres"

lint: $(INSTALLED) ## Lint, format and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench-turn: $(INSTALLED) ## What a turn costs over a bare agent on the same server (TURNS=50)
	$(BIN)/python -m evals.bench_turn --turns $(or $(TURNS),50)

lock: ## Resolve the newest allowed versions into requirements.lock
	$(NEED_PYTHON)
	rm -rf build/lock && $(PYTHON) -m venv build/lock
	build/lock/bin/pip install -qq --editable '.[dev]'
	build/lock/bin/pip freeze --exclude-editable > requirements.lock
	rm -rf build/lock

clean: ## Remove the environment and the caches; your data (.holdfast) stays
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(INSTALLED): pyproject.toml requirements.lock
	$(NEED_PYTHON)
	@echo "Installing into $(VENV) (a minute or two the first time) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install -qq --constraint requirements.lock --editable '.[dev]'
	@touch $@
