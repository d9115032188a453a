#!/bin/bash
# Builds dist/openhealthkit_VERSION_ARCH.deb and checks it with lintian. Of Debian's tools it requires only dpkg-dev.
# The build is reproducible: all times are those of the last commit, or $SOURCE_DATE_EPOCH.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(Scripts/version.sh)
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
SWIFT_VERSION=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)
export SOURCE_DATE_EPOCH SWIFT_VERSION
root=$PWD/.build/deb/root
debian=$PWD/.build/deb/debian
doc=$root/usr/share/doc/openhealthkit
package=dist/openhealthkit_${version}_$architecture.deb

rm -rf .build/deb
mkdir -p "$root/DEBIAN" "$debian" dist
packaging/build-program.sh "$root/usr"
mkdir -p "$doc" "$root/usr/lib/systemd/system" "$root/usr/share/lintian/overrides"
sed 's|/usr/local/bin/health|/usr/bin/health|' packaging/health.service >"$root/usr/lib/systemd/system/health.service"

components() { packaging/components.py "$1" .build/static/checkouts Package.resolved "$version"; }
components licenses | gzip --best --no-name >"$doc/third-party-licenses.txt.gz"
components sbom >"dist/openhealthkit-$version.spdx.json"
components copyright >"$debian/packages"
sed -e "s/@YEAR@/$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y)/" -e "/@PACKAGES@/{r $debian/packages
d}" packaging/debian/copyright.in >"$doc/copyright"
gzip --best --no-name --stdout CHANGELOG.md >"$doc/CHANGELOG.md.gz"
{
    printf 'openhealthkit (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n' "$version"
    printf ' -- OpenHealthKit contributors <maintainers@openhealthkit.example>  %s\n' \
        "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip --best --no-name >"$doc/changelog.gz"
install -m 644 packaging/debian/openhealthkit.lintian-overrides "$root/usr/share/lintian/overrides/openhealthkit"

# dpkg-shlibdeps reads the name of the package from the control file of a source package.
printf 'Source: openhealthkit\n\nPackage: openhealthkit\nArchitecture: any\n' >"$debian/control"
depends=$(cd .build/deb && dpkg-shlibdeps -O "$root/usr/bin/health" 2>/dev/null | sed 's/^shlibs:Depends=//')
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@DEPENDS@/$depends/" \
    -e "s/@SIZE@/$(du -sk --apparent-size "$root/usr" | cut -f 1)/" packaging/debian/control.in >"$root/DEBIAN/control"
for script in postinst prerm postrm; do
    install -m 755 "packaging/debian/$script" "$root/DEBIAN/$script"
done
find "$root" -type d -exec chmod 755 {} +
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group --uniform-compression -Zxz --build "$root" "$package"

if command -v lintian >/dev/null 2>&1; then
    lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$package"
else
    echo "build-deb: no lintian here (apt-get install lintian), so the package is not checked"
fi
limit() {
    if [ "$1" -gt "$2" ]; then
        echo "build-deb: $3 has $1 bytes; at most $2 are meant" >&2
        exit 1
    fi
}
limit "$(stat -c %s "$root/usr/bin/health")" $((60 * 1024 * 1024)) "the tool"
limit "$(stat -c %s "$package")" $((20 * 1024 * 1024)) "the package"
ls -l "$package" "$root/usr/bin/health"
