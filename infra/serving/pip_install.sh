#!/usr/bin/env bash
# pip_install.sh PYTHON LOG PACKAGES ARGUMENT...: `pip install ARGUMENT...` of about that many packages. Says every 15
# seconds how far it is; what pip says goes to LOG, and its end is shown where it fails. infra/setup uses it, too.
set -euo pipefail
python=$1 log=$2 packages=$3
shift 3

"$python" -m pip install --disable-pip-version-check --no-input --progress-bar off "$@" >> "$log" 2>&1 &
pip=$!
trap 'kill "$pip" 2>/dev/null || true' EXIT
began=$SECONDS said=$SECONDS
while kill -0 "$pip" 2>/dev/null; do
  sleep 1
  [ $((SECONDS - said)) -ge 15 ] || continue
  said=$SECONDS
  doing="fetched $(grep -c '^Collecting' "$log" || true) of $packages packages"
  if tail -n 3 "$log" | grep -q '^Installing collected packages'; then doing="unpacking"; fi
  echo "  $doing, $(((SECONDS - began) / 60)) min $(((SECONDS - began) % 60)) s (log: $log)"
done
wait "$pip" || { status=$?; tail -n 20 "$log" >&2; exit "$status"; }
