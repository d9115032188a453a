#!/bin/bash
# Builds the Debian packages of the last commit a second time, from another clone, and compares them byte by byte. The first packages
# are those in dist; without ones that are as new as the last commit, they are built first. Both builds see their clone at the
# path of this folder, because the compiler's order of optimization depends on it, so this needs root. Both compile one module at a
# time, so the first packages must have been built with JOBS=1, too.
set -euo pipefail
export JOBS=1
cd "$(dirname "$0")/.."
[ -z "$(git status --porcelain --untracked-files=no)" ] || { echo "test-reproducible: commit your changes first" >&2; exit 1; }

version=$(Scripts/version.sh)
names=()
for package in openhealthkit openhealthkit-cohort; do
    names+=("${package}_${version}_$(dpkg --print-architecture).deb")
done
other=$(mktemp -d)/another-folder
trap 'rm -rf "$(dirname "$other")"' EXIT
[ "$(id -u)" = 0 ] || { echo "test-reproducible: run this as root, which mounts the second clone at $PWD" >&2; exit 1; }
commit=$(git log -1 --format=%ct)
for name in "${names[@]}"; do
    if [ ! -f "dist/$name" ] || [ "$(stat -c %Y "dist/$name")" -lt "$commit" ]; then
        packaging/build-deb.sh
        break
    fi
done

git clone --quiet . "$other"
# The same versions of the packages, without another download.
cp Package.resolved "$other/"
mkdir -p "$other/.build/static"
for part in checkouts repositories; do
    [ ! -d ".build/static/$part" ] || cp -R ".build/static/$part" "$other/.build/static/"
done
# In the namespace, the folder has the same path as here.
unshare --mount bash -c 'mount --bind "$1" "$2" && cd "$2" && packaging/build-deb.sh' _ "$other" "$PWD"

status=0
for name in "${names[@]}"; do
    if cmp "dist/$name" "$other/dist/$name"; then
        sha256sum "dist/$name"
        echo "test-reproducible: both builds of $name have the same bytes"
        continue
    fi
    mkdir -p .build/reproducible
    cp "$other/dist/$name" .build/reproducible/
    sums=()
    for package in "dist/$name" ".build/reproducible/$name"; do
        folder=.build/reproducible/$(cksum <<<"$package" | cut -d ' ' -f 1)
        rm -rf "$folder" && mkdir -p "$folder"
        dpkg-deb --raw-extract "$package" "$folder"
        (cd "$folder" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum) >"$folder.sums"
        sums+=("$folder.sums")
    done
    diff "${sums[@]}" || true
    echo "test-reproducible: the second package differs; it is .build/reproducible/$name" >&2
    status=1
done
exit $status
