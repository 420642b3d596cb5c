#!/usr/bin/env bash
# Installs what the project needs: system packages (apt, with sudo when not root), a virtual environment,
# and the locked Python packages. Does nothing that is done already; says what it could not do.
set -euo pipefail
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}
venv=${VENV:-.venv}

# missing needed|optional: names of packages that are not there.
missing() {
  while read -r package shown kind; do
    case $package in '#'*|'') continue ;; esac
    [ "${kind:-needed}" = "$1" ] || continue
    if [ "$shown" = - ]; then
      PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null | grep -q 'libseccomp\.so' || echo "$package"
    elif [ "${shown#/}" != "$shown" ]; then
      [ -e "$shown" ] || echo "$package"
    else
      command -v "$shown" >/dev/null || echo "$package"
    fi
  done < infra/setup/packages.txt
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then sudo "$@"; else return 1; fi
}

# install_packages PACKAGE...: one name that apt does not know keeps it from installing any, so optional ones go one by one.
install_packages() {
  echo "installing: $*"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null \
    || echo "apt could not install: $*"
}

"$python" -c '' || { echo "Python 3.11 or newer is needed, and $python cannot be started (set PYTHON=)" >&2; exit 1; }
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $python is older (set PYTHON=)" >&2; exit 1; }
needed=$(missing needed | tr '\n' ' ')
optional=$(missing optional | tr '\n' ' ')
"$python" -c 'import ensurepip' 2>/dev/null || needed="$needed$("$python" -c 'import sys; print(f"python3.{sys.version_info[1]}-venv")')"
if [ -n "$needed$optional" ] && command -v apt-get >/dev/null; then
  as_root apt-get update -qq >/dev/null || true
  # shellcheck disable=SC2086
  [ -z "$needed" ] || install_packages $needed
  for package in $optional; do install_packages "$package"; done
fi
needed=$(missing needed | tr '\n' ' ')
optional=$(missing optional | tr '\n' ' ')
[ -z "$optional" ] || echo "not there, and only tests ask for it: $optional" >&2
[ -z "$needed" ] || { echo "missing, install them yourself: apt-get install $needed" >&2; exit 1; }

# An environment without pip is what Python leaves where it lacks ensurepip.
"$venv/bin/python" -m pip --version >/dev/null 2>&1 || "$python" -m venv --clear "$venv" \
  || { echo "cannot make a virtual environment: apt-get install $("$python" -c 'import sys; print(f"python3.{sys.version_info[1]}-venv")')" >&2; exit 1; }
log=$venv/install.log
packages=$(($(grep -c '==' requirements.lock) + $(grep -c '==' requirements-torch.txt)))
echo "installing $packages Python packages into $venv (the first time some minutes, and 6 GB of disk)"
: > "$log"
pip_install() { infra/serving/pip_install.sh "$venv/bin/python" "$log" "$packages" "$@"; }
pip_install --no-deps --require-hashes -r requirements.lock
pip_install -r requirements-torch.txt
pip_install --no-deps --editable .
touch "$venv/installed"
