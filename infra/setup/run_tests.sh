#!/usr/bin/env bash
# The test tiers, spread over three processes by file (on two cores, since a quarter of their time is waiting for servers
# and pages): tests/conftest.py says what stays together and begins first. Of a test with many cases, ICWM_TEST_CASES are
# run (tests/cases.py); without it all are.
set -uo pipefail
cd "$(dirname "$0")/../.."
python=${PYTHON_BIN:-.venv/bin/python}
# Hundreds of processes import the project: compiled once, although an environment such as a container's forbids them to
# keep what they compile.
unset PYTHONDONTWRITEBYTECODE
"$python" -m compileall -q assets resources orchestration infra
exec "$python" -m pytest tests/tools tests/graph tests/ui tests/unit tests/security \
  --numprocesses "${TEST_PROCESSES:-3}" --dist loadfile --no-loadscope-reorder --durations=25 "$@"
