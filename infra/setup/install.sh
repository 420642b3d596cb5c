#!/usr/bin/env bash
# Installs what the project needs: system packages (apt, with sudo when not root), a virtual environment,
# and the locked Python packages. Does nothing that is done already; says what it could not do.
set -euo pipefail
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}
venv=${VENV:-.venv}

missing_packages() {
  while read -r package command; do
    case $package in '#'*|'') continue ;; esac
    if [ "$command" = - ]; then
      ldconfig -p 2>/dev/null | grep -q 'libseccomp\.so' || echo "$package"
    elif [ "${command#/}" != "$command" ]; then
      [ -e "$command" ] || echo "$package"
    else
      command -v "$command" >/dev/null || echo "$package"
    fi
  done < infra/setup/packages.txt
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then sudo "$@"; else return 1; fi
}

missing=$(missing_packages | tr '\n' ' ')
if [ -n "$missing" ] && command -v apt-get >/dev/null; then
  echo "installing: $missing"
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive sh -c "apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing" >/dev/null \
    || echo "apt could not install them"
  missing=$(missing_packages | tr '\n' ' ')
fi
if [ -n "$missing" ]; then
  echo "missing, install them yourself: apt-get install $missing" >&2
  for needed in iverilog yosys binutils gcc g++ valgrind gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm bubblewrap libseccomp2; do
    case " $missing " in *" $needed "*) exit 1 ;; esac
  done
fi

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $python is older (set PYTHON=)" >&2; exit 1; }
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv" || { echo "cannot make a virtual environment: apt-get install python3-venv" >&2; exit 1; }
echo "installing Python packages into $venv (a few minutes the first time)"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r requirements-torch.txt
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --editable .
touch "$venv/installed"
