#!/usr/bin/env bash
# build.sh ROLE...: builds images of this checkout with buildah, as docker.io/local/icwm-ROLE:TAG; a ROLE is code-location,
# serving, or a domain. Where BASE is not given and no registry is to be reached, BASE=debootstrap makes Debian 12 with
# mmdebstrap first. TAG is the commit; BUILD_ARGUMENTS goes to buildah (proxies, certificates, `--volume` for wheels).
set -euo pipefail
cd "$(dirname "$0")/../.."
tag=${TAG:-$(git rev-parse --short=12 HEAD)}
base=${BASE:-docker.io/library/debian:bookworm-slim}

make_base() {
  local folder; folder=$(mktemp -d)
  mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$folder/root.tar"
  local container; container=$(buildah from scratch)
  buildah add --quiet "$container" "$folder/root.tar" / >/dev/null
  buildah config --cmd /bin/bash "$container"
  buildah commit --quiet --rm "$container" "$1" >/dev/null
  rm -rf "$folder"
}

if [ "$base" = debootstrap ]; then
  base=docker.io/local/debian:bookworm
  buildah inspect --type image "$base" >/dev/null 2>&1 || make_base "$base"
fi

for role in "$@"; do
  case $role in
    code-location|serving|development) target=(--target "$role") ;;
    *) [ -f "infra/images/packages/$role.txt" ] || { echo "no role $role: see infra/images/packages" >&2; exit 2; }
       target=(--target worker --build-arg "DOMAIN=$role") ;;
  esac
  name=docker.io/local/icwm-${role//_/-}:$tag
  # shellcheck disable=SC2086
  buildah build --layers --network host ${BUILD_ARGUMENTS-} --build-arg "BASE=$base" --build-arg "REVISION=$(git rev-parse HEAD)" \
    --file infra/images/Dockerfile "${target[@]}" --tag "$name" . >&2
  echo "$name"
done
