#!/usr/bin/env bash
# Writes requirements.lock from pyproject.toml: every package at one version, torch without its CUDA packages
# (a CPU machine would download gigabytes; pip adds them where the torch that it finds asks for them).
set -euo pipefail
cd "$(dirname "$0")/../.."
uv pip compile pyproject.toml --all-extras --quiet --no-header --no-emit-index-url --no-emit-find-links \
  --no-emit-package torch --no-emit-package triton --python-version 3.11 --output-file requirements.lock
sed -i -E '/^(nvidia|cuda)-/d' requirements.lock
echo 'torch==2.13.0' >> requirements.lock
