#!/usr/bin/env bash
# Writes cpu.lock and gpu.lock: every package of the serving environments at one version.
# Needs uv. UV_FIND_LINKS may name a folder with torch's CPU wheels, which are not for the GPU build.
set -euo pipefail
cd "$(dirname "$0")"
lock() {
  UV_FIND_LINKS=$2 uv pip compile "$1.in" --override "$1.left-out" --quiet --no-header --no-annotate \
    --no-emit-index-url --no-emit-find-links --python-version 3.11 --python-platform x86_64-manylinux_2_28 \
    --output-file "$1.lock"
}
lock cpu "${UV_FIND_LINKS-${PIP_FIND_LINKS-}}"
lock gpu ""
