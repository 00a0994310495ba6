# Holdfast. `make` or `make help` tells what there is.

PORT ?= 8123
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
NEW_ENOUGH := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))

# The first Python that is new enough; PYTHON=/path/to/python chooses another.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$p && exit; done; echo python3)

# A worker a core and one more, as many tests wait for servers and databases; more than a few would start too many.
PARALLEL = -n $(shell $(BIN)/python -c 'import os; print(min(4, (os.cpu_count() or 1) + 1))')

# Bytecode is kept, whatever the shell says: each of the many processes that tests start would compile all code anew.
unexport PYTHONDONTWRITEBYTECODE

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
.PHONY: help dev test check lint bench-turn bench-checkpoints bench-compaction bench-context bench-recall bench-recall-scale bench-backup bench-counting crash-sweep soak evals eval-facts eval-facts-prose api-docs fuzz-api lock clean

help: ## Print this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

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

bench-checkpoints: $(INSTALLED) ## What a turn costs on disk against a plain agent (TURNS=200)
	$(BIN)/python -m evals.bench_checkpoints --turns $(or $(TURNS),200)

bench-compaction: $(INSTALLED) ## What compaction costs and loses, beside LangChain's and deepagents' (TURNS=200)
	$(BIN)/python -m evals.bench_compaction --turns $(or $(TURNS),200)

bench-context: $(INSTALLED) ## What the context window keeps, how much of a prompt stays the same (DATA=file)
	$(BIN)/python -m evals.bench_context $(if $(DATA),--data $(DATA))

bench-recall: $(INSTALLED) ## How well recall finds what was said (LOCOMO=file MEMDAILY=file LOCOMO_PLUS=file)
	$(BIN)/python -m evals.bench_recall $(if $(LOCOMO),--locomo $(LOCOMO)) $(if $(MEMDAILY),--memdaily $(MEMDAILY)) \
	  $(if $(LOCOMO_PLUS),--locomo-plus $(LOCOMO_PLUS))

bench-recall-scale: $(INSTALLED) ## What recall costs a user with many entries, and that it finds all (SIZES=200,20000)
	$(BIN)/python -m evals.bench_recall_scale $(if $(SIZES),--sizes $(SIZES)) $(if $(STORES),--stores $(STORES))

bench-backup: $(INSTALLED) ## What a backup and its restore cost, and that their memory is bounded (ENTRIES=100000)
	$(BIN)/python -m evals.bench_backup --entries $(or $(ENTRIES),100000) $(if $(STORES),--stores $(STORES))

bench-counting: $(INSTALLED) ## How far estimated token counts are off, and what a count costs
	$(BIN)/python -m evals.bench_counting

crash-sweep: $(INSTALLED) ## Kill the graphs at every write and check what a retry makes of it (EVERY=1)
	$(BIN)/python -m evals.crash_sweep --every $(or $(EVERY),1)

soak: $(INSTALLED) ## Memory and open files of a server under load stay flat (MINUTES=3)
	$(BIN)/python -m evals.soak --minutes $(or $(MINUTES),3)

evals: $(INSTALLED) ## The four memory boundaries and two more; UPLOAD=1 sends the results to LangSmith
	$(BIN)/python -m evals.boundaries $(if $(UPLOAD),--upload)

eval-facts: $(INSTALLED) ## What becomes a fact and what must not; GRAPH=1 plays a sample through the graph
	$(BIN)/python -m evals.facts $(if $(GRAPH),--graph)

eval-facts-prose: $(INSTALLED) ## What is lost beside other sentences (LOCOMO=file MEMDAILY=file EVERY=1 VERBOSE=1)
	$(BIN)/python -m evals.facts_prose $(if $(LOCOMO),--locomo $(LOCOMO)) $(if $(MEMDAILY),--memdaily $(MEMDAILY)) \
	  --every $(or $(EVERY),1) $(if $(VERBOSE),--verbose)

api-docs: $(INSTALLED) ## Write docs/api.md from the routes
	$(BIN)/python -m memory.web.api_page > docs/api.md.new && mv docs/api.md.new docs/api.md

fuzz-api: $(INSTALLED) ## schemathesis on a server of its own, as a user who is logged in (EXAMPLES=100)
	@test -x build/fuzz/bin/schemathesis || { rm -rf build/fuzz && $(PYTHON) -m venv build/fuzz \
	  && build/fuzz/bin/pip install -qq 'schemathesis>=4.32,<5'; }
	$(BIN)/python -m evals.fuzz_api --tool build/fuzz/bin/schemathesis --examples $(or $(EXAMPLES),100)

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
