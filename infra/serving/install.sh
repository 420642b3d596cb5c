#!/usr/bin/env bash
# Makes the serving environment: vLLM in a virtual environment of its own, under ICWM_HOME (default var/).
# The GPU build where there is a CUDA device, the CPU build otherwise; SERVING_BUILD=cpu or gpu decides by hand.
# Does nothing where the same lock is installed already. Fails with a reason; nothing else of the project depends on it.
set -euo pipefail
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}
# In a clone the home is var/; the wheel has this script too, and its home is in the user's data folder.
if [ -f pyproject.toml ]; then home=var; else home=${XDG_DATA_HOME:-$HOME/.local/share}/icwm; fi
environment=${ICWM_HOME:-$home}/serving/environment
build=${SERVING_BUILD:-$(nvidia-smi -L >/dev/null 2>&1 && echo gpu || echo cpu)}
lock=infra/serving/$build.lock
[ -f "$lock" ] || { echo "SERVING_BUILD is $build; it has to be cpu or gpu" >&2; exit 2; }

version=$(sed -nE 's/^vllm(-cpu)?==//p' "$lock")
stamp=$(printf '{"build": "%s", "vllm": "%s", "lock": "%s"}' "$build" "$version" "$(sha256sum < "$lock" | cut -d' ' -f1)")
if [ -x "$environment/bin/python" ] && [ "$(cat "$environment/installed.json" 2>/dev/null)" = "$stamp" ]; then
  exit 0
fi

echo "installing vLLM $version ($build build) into $environment (some minutes, $([ "$build" = cpu ] && echo 2.2 || echo 12) GB)"
mkdir -p "$(dirname "$environment")"
# Two runs at once would write over each other's packages; the second waits and then finds all done.
exec 9>"$(dirname "$environment")/.installing"
flock 9
if [ "$(cat "$environment/installed.json" 2>/dev/null)" = "$stamp" ]; then exit 0; fi
"$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' \
  || { echo "vLLM needs Python 3.11 to 3.14; $python is another (set PYTHON=)" >&2; exit 1; }
rm -rf "$environment"
"$python" -m venv "$environment"
# Not compiled: of a hundred thousand files a server imports a tenth, and compiles those when it first starts.
infra/serving/pip_install.sh "$environment/bin/python" "$environment/install.log" "$(grep -c '==' "$lock")" --no-compile --no-deps -r "$lock" || {
  echo "vLLM could not be installed." >&2
  [ "$build" = gpu ] || echo "If torch's CPU build was not found: point pip at PyTorch's CPU wheels (PIP_EXTRA_INDEX_URL, as on PyTorch's installation page)." >&2
  exit 1
}
printf '%s' "$stamp" > "$environment/installed.json"
echo "installed; try: make serve"
