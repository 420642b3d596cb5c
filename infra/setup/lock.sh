#!/usr/bin/env bash
# Writes requirements.lock from pyproject.toml: every package at one version, with the hashes of its files. Of the CUDA
# packages only the compiler's are kept: what torch adds to run on a GPU are gigabytes that a CPU machine has no use for;
# pip adds them where the torch that it finds asks for them. torch itself stands in requirements-torch.txt without a
# hash, because which build pip finds (CPU, a CUDA release) is the machine's choice.
# Needs uv. UV_FIND_LINKS may name a folder with torch wheels.
set -euo pipefail
cd "$(dirname "$0")/../.."
export UV_FIND_LINKS=${UV_FIND_LINKS-${PIP_FIND_LINKS-}}
uv pip compile pyproject.toml --all-extras --quiet --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
  --python-version 3.11 --generate-hashes --output-file requirements.lock
sed -nE 's/^(torch==[0-9.]+).*/\1/p' requirements.lock > requirements-torch.txt
awk '/^[a-zA-Z]/ { keep = /^nvidia-(cuda-(cccl|crt|nvcc|runtime)|nvvm)==/ || !/^(nvidia|cuda|torch==)/ } keep' \
  requirements.lock > requirements.lock.new
mv requirements.lock.new requirements.lock
