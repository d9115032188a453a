#!/bin/sh
# Checks that Swift is installed, and installs the system packages for the build and the tests. Does nothing if everything is
# installed. Arguments are further packages.
set -eu

if ! command -v swift >/dev/null 2>&1; then
    echo "setup: there is no swift on your PATH; install Swift 6.2 or later: https://www.swift.org/install/linux/" >&2
    exit 1
fi
version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9]*\)\.\([0-9][0-9]*\).*/\1 \2/p' | head -n 1)
case $version in
    [0-5]\ * | 6\ 0 | 6\ 1)
        echo "setup: this is Swift $(echo "$version" | tr ' ' '.'); the package needs 6.2 or later" >&2
        exit 1 ;;
    '')
        echo "setup: swift --version says nothing readable; is the toolchain complete?" >&2
        exit 1 ;;
esac

# Other distributions name the packages differently; the linker reports those that are missing.
command -v dpkg-query >/dev/null 2>&1 || exit 0

missing=
for package in libisal-dev libsqlite3-dev sqlite3 unzip zip git pkg-config g++ "$@"; do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] && continue
    # Software that was installed without a package counts as well.
    case $package in
        libisal-dev) [ -e /usr/local/include/isa-l.h ] && continue ;;
        zbar-tools) command -v zbarimg >/dev/null 2>&1 && continue ;;
        libsqlite3-dev) [ -e /usr/local/include/sqlite3.h ] && continue ;;
        libjs-chart.js) [ -e /usr/share/javascript/chart.js/chart.min.js ] && continue ;;
        fonts-noto-cjk) fc-list :lang=ja 2>/dev/null | grep -q . && continue ;;
        chromium-driver) command -v chromedriver >/dev/null 2>&1 && continue ;;
        iproute2) command -v ip >/dev/null 2>&1 && continue ;;
        clickhouse-server) [ -x /usr/sbin/clickhouse-server ] || [ -x /usr/bin/clickhouse-server ] && continue ;;
        libzookeeper-java) [ -e /usr/share/java/zookeeper.jar ] && continue ;;
        default-jre-headless) command -v java >/dev/null 2>&1 && continue ;;
        libxml2-utils) command -v xmllint >/dev/null 2>&1 && continue ;;
        nodejs) command -v node >/dev/null 2>&1 && continue ;;
        node-typescript) command -v tsc >/dev/null 2>&1 && continue ;;
        nginx-light) command -v nginx >/dev/null 2>&1 && continue ;;
        util-linux) command -v setpriv >/dev/null 2>&1 && continue ;;
        *) command -v "$package" >/dev/null 2>&1 && continue ;;
    esac
    missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=sudo
else
    echo "setup: these packages are missing and installing them takes root or sudo; run as root:" >&2
    echo "    apt-get update && apt-get install -y$missing" >&2
    exit 1
fi

# One installation at a time, because commands that run side by side install what each of them requires.
if command -v flock >/dev/null 2>&1; then
    lock=$(cd "$(dirname "$0")/.." && pwd)/.build/setup.lock
    mkdir -p "${lock%/*}"
    exec 9>"$lock"
    flock 9
fi
echo "setup: installing$missing"
# Debian starts a server when it is installed, and keeps it running; the tests start their own.
policy=/usr/sbin/policy-rc.d
case "$missing " in
    *" clickhouse-server "* | *" nginx-light "* | *" caddy "*)
        if [ ! -e "$policy" ]; then
            trap '$as_root rm -f "$policy"' EXIT
            # On a signal, dash does not run the EXIT trap.
            trap 'exit 130' HUP INT TERM
            printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" >/dev/null
            $as_root chmod 755 "$policy"
        fi ;;
esac
$as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q </dev/null
# shellcheck disable=SC2086 # the names are meant to be split
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing </dev/null
