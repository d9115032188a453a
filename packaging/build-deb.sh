#!/bin/bash
# Builds dist/openhealthkit_VERSION_ARCH.deb with health, and dist/openhealthkit-cohort_VERSION_ARCH.deb with health-cohort, and checks them
# with lintian. Of Debian's tools it requires only dpkg-dev.
# The builds are reproducible: all times are those of the last commit, or $SOURCE_DATE_EPOCH.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(Scripts/version.sh)
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
SWIFT_VERSION=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)
export SOURCE_DATE_EPOCH SWIFT_VERSION
rm -rf .build/deb
mkdir -p dist

limit() {
    if [ "$1" -gt "$2" ]; then
        echo "build-deb: $3 has $1 bytes; at most $2 are meant" >&2
        exit 1
    fi
}

# build NAME PROGRAM: builds a package with a program.
build() {
    local name=$1 program=$2
    local root=$PWD/.build/deb/$name/root debian=$PWD/.build/deb/$name/debian
    local doc=$root/usr/share/doc/$name package=dist/${name}_${version}_$architecture.deb
    mkdir -p "$root/DEBIAN" "$debian"
    packaging/build-program.sh "$root/usr" "$program"
    mkdir -p "$doc" "$root/usr/share/lintian/overrides"
    if [ "$program" = health ]; then
        mkdir -p "$root/usr/lib/systemd/system"
        sed 's|/usr/local/bin/health|/usr/bin/health|' packaging/health.service >"$root/usr/lib/systemd/system/health.service"
        for script in postinst prerm postrm; do
            install -m 755 "packaging/debian/$script" "$root/DEBIAN/$script"
        done
    fi

    components() { packaging/components.py "$1" .build/static/checkouts Package.resolved "$version"; }
    components licenses | gzip --best --no-name >"$doc/third-party-licenses.txt.gz"
    [ "$program" != health ] || components sbom >"dist/openhealthkit-$version.spdx.json"
    components copyright | sed "s|^Files: bin/health |Files: bin/$program |" >"$debian/packages"
    sed -e "s/@YEAR@/$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y)/" -e "/@PACKAGES@/{r $debian/packages
d}" packaging/debian/copyright.in >"$doc/copyright"
    gzip --best --no-name --stdout CHANGELOG.md >"$doc/CHANGELOG.md.gz"
    {
        printf '%s (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n' "$name" "$version"
        printf ' -- OpenHealthKit contributors <maintainers@openhealthkit.example>  %s\n' \
            "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
    } | gzip --best --no-name >"$doc/changelog.gz"
    sed "s/^openhealthkit:/$name:/" packaging/debian/openhealthkit.lintian-overrides >"$root/usr/share/lintian/overrides/$name"

    # dpkg-shlibdeps reads the name of the package from the control file of a source package.
    printf 'Source: openhealthkit\n\nPackage: %s\nArchitecture: any\n' "$name" >"$debian/control"
    local depends
    depends=$(cd ".build/deb/$name" && dpkg-shlibdeps -O "$root/usr/bin/$program" 2>/dev/null | sed 's/^shlibs:Depends=//')
    local control=control.in
    [ "$program" = health ] || control=control-cohort.in
    sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@DEPENDS@/$depends/" \
        -e "s/@SIZE@/$(du -sk --apparent-size "$root/usr" | cut -f 1)/" "packaging/debian/$control" >"$root/DEBIAN/control"
    find "$root" -type d -exec chmod 755 {} +
    find "$root/usr/share" -type f -exec chmod 644 {} +
    (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
    find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group --uniform-compression -Zxz --build "$root" "$package"

    if command -v lintian >/dev/null 2>&1; then
        lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$package"
    else
        echo "build-deb: no lintian here (apt-get install lintian), so the package is not checked"
    fi
    limit "$(stat -c %s "$root/usr/bin/$program")" $((60 * 1024 * 1024)) "the tool $program"
    limit "$(stat -c %s "$package")" $((20 * 1024 * 1024)) "the package $name"
    ls -l "$package" "$root/usr/bin/$program"
}

build openhealthkit health
build openhealthkit-cohort health-cohort
