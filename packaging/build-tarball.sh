#!/bin/bash
# Builds dist/openhealthkit-VERSION-linux-MACHINE.tar.gz for systems without Debian's packages: both tools with the libraries that
# not every system has, Chart.js, and install.sh. The build is reproducible with the same libraries.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(Scripts/version.sh)
name=openhealthkit-$version-linux-$(uname -m)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
root=.build/tarball/$name

rm -rf .build/tarball
mkdir -p "$root" dist
PORTABLE=yes packaging/build-program.sh "$root"
PORTABLE=yes packaging/build-program.sh .build/tarball/cohort health-cohort
cp -R .build/tarball/cohort/. "$root"
mkdir -p "$root/lib/openhealthkit" "$root/share/doc/openhealthkit"

# Every Linux has the C library, its loader and the compiler's libraries; the archive contains the others.
for tool in health health-cohort; do
    ldd "$root/bin/$tool" | sed -nE 's/^\s*(lib(sqlite3|isal|z)\.so\.[0-9]+) => (\/[^ ]+).*/\1 \3/p' | while read -r library path; do
        install -m 644 "$path" "$root/lib/openhealthkit/$library"
        strip --strip-unneeded "$root/lib/openhealthkit/$library"
    done
    patchelf --set-rpath "\$ORIGIN/../lib/openhealthkit" "$root/bin/$tool"
done

install -m 644 /usr/share/javascript/chart.js/chart.min.js "$root/share/openhealthkit/chart.min.js"
{
    packaging/components.py licenses .build/static/checkouts Package.resolved "$version"
    for package in libjs-chart.js libsqlite3-0 libisal2 zlib1g; do
        printf '%s\n%s\n' "==== $package" "$(cat "/usr/share/doc/$package/copyright")"
    done
} | gzip --best --no-name >"$root/share/doc/openhealthkit/third-party-licenses.txt.gz"
install -m 644 LICENSE CHANGELOG.md "$root/share/doc/openhealthkit/"
install -m 644 packaging/health.service "$root/share/doc/openhealthkit/"
install -m 755 packaging/install.sh "$root/install.sh"

tar -C .build/tarball --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" |
    gzip --best --no-name >"dist/$name.tar.gz"
ls -l "dist/$name.tar.gz"
