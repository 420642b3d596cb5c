#!/bin/sh
# Inside a build: install.sh ROLE [torch] installs into /opt/icwm/venv what /build/ROLE.txt names, as requirements.lock
# pins it, hashes checked, and then asks pip whether anything is missing but what the lock leaves out (CUDA's libraries).
set -eu
role=$1
# A requirement of the lock begins at the line's start and goes on while lines are indented.
awk 'NR == FNR { wanted[$1] = 1; next }
     /^[A-Za-z0-9]/ { name = $1; sub(/[=\[].*/, "", name); name = tolower(name); gsub(/[._]/, "-", name); keep = name in wanted }
     keep' "/build/$role.txt" /build/requirements.lock > /build/requirements.txt
pip="/opt/icwm/venv/bin/python -m pip --disable-pip-version-check --quiet"
$pip install --no-cache-dir --no-compile --no-deps --require-hashes -r /build/requirements.txt
[ "${2-}" != torch ] || $pip install --no-cache-dir --no-compile -r /build/requirements-torch.txt
find /opt/icwm/venv -depth \( -name tests -o -name __pycache__ \) -path '*/site-packages/*' -type d \
  \( -path '*/pandas/*' -o -path '*/scipy/*' -o -path '*/statsmodels/*' -o -path '*/sympy/*' -o -path '*/pyarrow/*' -o -path '*/matplotlib/*' -o -name __pycache__ \) -exec rm -rf {} +
