#!/usr/bin/env bash
# The test tiers in order, the fastest first; the first failing tier does not keep the others from running.
set -uo pipefail
cd "$(dirname "$0")/../.."
python=${PYTHON_BIN:-.venv/bin/python}
exec "$python" -m pytest tests/unit tests/tools tests/security tests/graph tests/ui --durations=15 "$@"
