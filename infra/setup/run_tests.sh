#!/usr/bin/env bash
# The test tiers, in two runs; what fails in the first does not keep the second from running. The first is spread over two
# processes by file, in this order. Arguments go to both runs.
set -uo pipefail
cd "$(dirname "$0")/../.."
python=${PYTHON_BIN:-.venv/bin/python}
status=0
"$python" -m pytest tests/tools tests/unit tests/security --numprocesses "${TEST_PROCESSES:-2}" \
  --dist loadfile --no-loadscope-reorder --durations=25 "$@" || status=$?
"$python" -m pytest tests/graph tests/ui --durations=15 "$@" || status=$?
exit "$status"
