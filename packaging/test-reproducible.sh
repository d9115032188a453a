#!/bin/bash
# Builds the Debian package of the last commit a second time, from another clone, and compares both byte by byte. The first package
# is the newest one in dist; without one that is as new as the last commit, it is built first. Both builds see their clone at the
# path of this folder, because the compiler's order of optimization depends on it, so this needs root. Both compile one module at a
# time, so the first package must have been built with JOBS=1, too.
set -euo pipefail
export JOBS=1
cd "$(dirname "$0")/.."
[ -z "$(git status --porcelain --untracked-files=no)" ] || { echo "test-reproducible: commit your changes first" >&2; exit 1; }

version=$(Scripts/version.sh)
name=openhealthkit_${version}_$(dpkg --print-architecture).deb
other=$(mktemp -d)/another-folder
trap 'rm -rf "$(dirname "$other")"' EXIT
[ "$(id -u)" = 0 ] || { echo "test-reproducible: run this as root, which mounts the second clone at $PWD" >&2; exit 1; }
commit=$(git log -1 --format=%ct)
if [ ! -f "dist/$name" ] || [ "$(stat -c %Y "dist/$name")" -lt "$commit" ]; then
    packaging/build-deb.sh
fi

git clone --quiet . "$other"
# The same versions of the packages, without another download.
cp Package.resolved "$other/"
mkdir -p "$other/.build/static"
for part in checkouts repositories; do
    [ ! -d ".build/static/$part" ] || cp -R ".build/static/$part" "$other/.build/static/"
done
# In the namespace, the folder has the same path as here.
unshare --mount bash -c 'mount --bind "$1" "$2" && cd "$2" && packaging/build-deb.sh' _ "$other" "$PWD"

if cmp "dist/$name" "$other/dist/$name"; then
    sha256sum "dist/$name"
    echo "test-reproducible: both builds of $name have the same bytes"
else
    mkdir -p .build/reproducible
    cp "$other/dist/$name" .build/reproducible/
    for package in "dist/$name" ".build/reproducible/$name"; do
        folder=.build/reproducible/$(cksum <<<"$package" | cut -d ' ' -f 1)
        rm -rf "$folder" && mkdir -p "$folder"
        dpkg-deb --raw-extract "$package" "$folder"
        (cd "$folder" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum) >"$folder.sums"
        sums+=("$folder.sums")
    done
    diff "${sums[@]}" || true
    echo "test-reproducible: the second package differs; it is .build/reproducible/$name" >&2
    exit 1
fi
