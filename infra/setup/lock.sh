#!/usr/bin/env bash
# Writes requirements.lock from pyproject.toml: every package at one version. CUDA packages are left out, since
# a CPU machine would download gigabytes; pip adds them where the torch that it finds asks for them.
# Needs uv. UV_FIND_LINKS may name a folder with torch wheels.
set -euo pipefail
cd "$(dirname "$0")/../.."
export UV_FIND_LINKS=${UV_FIND_LINKS-${PIP_FIND_LINKS-}}
uv pip compile pyproject.toml --all-extras --quiet --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
  --python-version 3.11 --output-file requirements.lock
sed -i -E '/^(nvidia|cuda|triton)/d; s/^(torch==[0-9.]+)\+.*/\1/' requirements.lock
