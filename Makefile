# Thin: each target calls one command. `make run` and `make test` install what they need first.

PYTHON ?= python3
VENV ?= .venv
MODEL ?= smollm2-135m
PORT ?= 8000
BIN := $(VENV)/bin

.PHONY: run test test-all ui serve serving doctor bench cluster check docs lock clean

run: $(VENV)/installed
	$(BIN)/icwm run

# Of a test with many executed cases, two. vLLM's tests are skipped, with the reason, where it cannot be installed.
test: export ICWM_TEST_CASES ?= 2
test: test-all

test-all: $(VENV)/installed
	@PYTHON=$(PYTHON) infra/serving/install.sh || echo "vLLM's tests will be skipped"
	PYTHON_BIN=$(BIN)/python infra/setup/run_tests.sh

ui: $(VENV)/installed
	$(BIN)/icwm ui

serve: $(VENV)/installed serving
	$(BIN)/icwm serve $(MODEL) --port $(PORT)

serving:
	PYTHON=$(PYTHON) infra/serving/install.sh

doctor: $(VENV)/installed
	$(BIN)/icwm doctor

bench: $(VENV)/installed
	$(BIN)/python -m pytest tests/bench -s --timeout 3000

# An image, a node (or KUBECONFIG's), Dagster on it, and one partition run of it: docs/kubernetes.md.
cluster: $(VENV)/installed
	$(BIN)/python -m infra.kubernetes.local.trial

check: $(VENV)/installed
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports

# docs/reference and docs/architecture.svg, from the code.
docs: $(VENV)/installed
	$(BIN)/python -m infra.docs.reference

lock:
	infra/setup/lock.sh

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache

$(VENV)/installed: requirements.lock requirements-torch.txt pyproject.toml infra/setup/install.sh infra/setup/packages.txt
	PYTHON=$(PYTHON) VENV=$(VENV) infra/setup/install.sh
