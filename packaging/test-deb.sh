#!/bin/bash
# Installs both packages on a minimal Debian in a folder, uses them like a person, and removes them. Requires root for chroot.
# DEB is the package of health and COHORT_DEB that of health-cohort, the newest ones in dist by default; SUITE the release of Debian; MIRROR the address of its packages.
set -euo pipefail
cd "$(dirname "$0")/.."
deb=${DEB:-$(ls -t dist/openhealthkit_*.deb 2>/dev/null | head -n 1)}
cohort=${COHORT_DEB:-$(ls -t dist/openhealthkit-cohort_*.deb 2>/dev/null | head -n 1)}
suite=${SUITE:-bookworm}
mirror=${MIRROR:-http://deb.debian.org/debian}
[ -f "$deb" ] && [ -f "$cohort" ] || { echo "test-deb: both packages are not in dist; run make deb first" >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo "test-deb: a bare Debian in a folder needs root; run with sudo" >&2; exit 1; }

root=$PWD/.build/deb-test/$suite
archive=$root.tar
ended() {
    [ -z "${server:-}" ] || kill "$server" 2>/dev/null || true
    for mount in proc dev/pts; do
        ! mountpoint -q "$root/$mount" || umount "$root/$mount"
    done
}
trap ended EXIT
ended
mkdir -p "$(dirname "$root")"
if [ ! -f "$archive" ]; then
    rm -rf "$root"
    debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$root.log" 2>&1 ||
        { tail -n 5 "$root.log" >&2; echo "test-deb: debootstrap failed; its output is in $root.log" >&2; exit 1; }
    tar -C "$root" -cf "$archive.part" . && mv "$archive.part" "$archive"
fi
rm -rf "$root" && mkdir "$root" && tar -C "$root" -xf "$archive"
# The chroot uses the DNS configuration of this machine.
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp -R /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" && chmod 755 "$root/usr/sbin/policy-rc.d"
mount -t proc proc "$root/proc"

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
step() { printf '\n== %s\n' "$*"; }
has() { grep -qE -- "$1" <<<"$2" || { printf 'test-deb: expected %s in:\n%s\n' "$1" "$2" >&2; exit 1; }; }

step "apt install"
cp "$deb" "$root/root/openhealthkit.deb"
inside apt-get update -q >"$root.apt" 2>&1
inside apt-get install -y -q /root/openhealthkit.deb >>"$root.apt" 2>&1 || { tail -n 20 "$root.apt" >&2; exit 1; }
[ -z "$(inside sh -c 'command -v swift swiftc' || true)" ] || { echo "test-deb: the chroot has Swift" >&2; exit 1; }
inside health --version

step "demo, import, statistics"
inside health demo /root/demo.zip --records 20000 --last-day 2024-05-31 --timezone Europe/Berlin >/dev/null
inside health import /root/demo.zip --timezone Europe/Berlin | head -n 3
first=$(inside health types | cksum)
inside health import /root/demo.zip --timezone Europe/Berlin >/dev/null
[ "$first" = "$(inside health types | cksum)" ] || { echo "test-deb: the second import added samples" >&2; exit 1; }
statistics=$(inside health statistics stepCount --every month)
has '2024-05' "$statistics"
printf '%s\n' "$statistics" | tail -n 3
has 'no fault was found' "$(inside health check)"

# The package contains only a part of Foundation's locale data.
step "a report with the dates of each language"
while IFS='|' read -r language date; do
    inside health report "/root/$language.html" --from 2024-01 --to 2024-06 --language "$language" >/dev/null
    has "$date" "$(cat "$root/root/$language.html")"
    echo "$language: $date"
done <<'END'
en|Jan 1, 2024
en-GB|1 Jan 2024
de|1\. Jan\. 2024
es|1 ene 2024
fr|1 janv\. 2024
pt|1 de jan\. de 2024
ja|2024年1月1日
ko|2024년 1월 1일
zh|2024年1月1日
END

step "serve with its pages"
address=127.0.0.1:18484
inside health serve --listen "$address" >"$root.serve" 2>&1 &
server=$!
for _ in $(seq 100); do
    ! curl -fsS "http://$address/healthz" >/dev/null 2>&1 || break
    sleep 0.1
done
has '"ok"' "$(curl -fsS "http://$address/healthz")"
page=$(curl -fsSL "http://$address/")
has '<html' "$page"
# When the server starts, it names missing software for its pages, such as Chart.js.
! grep -q 'Chart.js' "$root.serve" || { cat "$root.serve" >&2; exit 1; }
kill -INT "$(pgrep -f "health serve --listen $address" | head -n 1)" 2>/dev/null || true
wait "$server" 2>/dev/null || true
server=

step "cohorts, which are in a package of their own"
has 'openhealthkit-cohort' "$(inside health cohort demo /root/people 2>&1 || true)"
cp "$cohort" "$root/root/openhealthkit-cohort.deb"
inside apt-get install -y -q /root/openhealthkit-cohort.deb >>"$root.apt" 2>&1 || { tail -n 20 "$root.apt" >&2; exit 1; }
has 'created p001.db to p002.db' "$(inside health cohort demo /root/people --participants 2 --days 3)"
[ "$(inside health-cohort --version)" = "$(inside health --version)" ]
# An older program beside a newer one would find tables of a newer version.
has "openhealthkit \(= $(dpkg-deb -f "$deb" Version)\)," "$(dpkg-deb -f "$cohort" Depends)"
has 'no cluster is given' "$(inside health cohort participants 2>&1 || true)"

step "manual and completions"
listing=$(dpkg-deb -c "$deb" && dpkg-deb -c "$cohort")
for file in share/man/man1/health.1.gz share/man/man1/health-import.1.gz share/bash-completion/completions/health \
    share/zsh/vendor-completions/_health share/fish/vendor_completions.d/health.fish lib/systemd/system/health.service \
    share/man/man1/health-cohort.1.gz share/man/man1/health-cohort-push.1.gz share/bash-completion/completions/health-cohort \
    share/zsh/vendor-completions/_health-cohort share/fish/vendor_completions.d/health-cohort.fish; do
    # Debian's minimal images omit manual pages, but the package contains them.
    grep -q "/usr/$file\$" <<<"$listing" || { echo "test-deb: no /usr/$file" >&2; exit 1; }
done

step "an upgrade from a package that contained the manual pages of health cohort"
inside apt-get remove -y -q openhealthkit-cohort openhealthkit >>"$root.apt" 2>&1
page=usr/share/man/man1/health-cohort.1.gz
older=$root/root/older
mkdir -p "$older/DEBIAN" "$older/$(dirname "$page")"
: >"$older/$page"
printf '%s\n' 'Package: openhealthkit' 'Version: 0' 'Architecture: all' 'Description: an older version' \
    'Maintainer: OpenHealthKit contributors <maintainers@openhealthkit.example>' >"$older/DEBIAN/control"
dpkg-deb --root-owner-group --build "$older" "$older.deb" >/dev/null
inside dpkg --install /root/older.deb >>"$root.apt" 2>&1
# As apt does when it replaces the older package last.
inside dpkg --auto-deconfigure --unpack /root/openhealthkit-cohort.deb >>"$root.apt" 2>&1 || { tail -n 5 "$root.apt" >&2; exit 1; }
inside dpkg --install /root/openhealthkit.deb /root/openhealthkit-cohort.deb >>"$root.apt" 2>&1 || { tail -n 5 "$root.apt" >&2; exit 1; }
has '^openhealthkit-cohort: ' "$(inside dpkg --search "/$page")"
inside health cohort --version

step "purge"
mkdir -p "$root/var/lib/private/openhealthkit" && echo data >"$root/var/lib/private/openhealthkit/health.db"
message=$(inside apt-get purge -y -q openhealthkit-cohort openhealthkit 2>&1)
has 'the store of the service remains in /var/lib/private/openhealthkit' "$message"
[ -s "$root/var/lib/private/openhealthkit/health.db" ]
[ -s "$root/root/.local/share/openhealthkit/health.db" ]
[ ! -e "$root/usr/bin/health" ]
[ ! -e "$root/usr/bin/health-cohort" ]
[ ! -e "$root/usr/share/openhealthkit" ]
grep -o 'openhealthkit: .*' <<<"$message"
printf '\ntest-deb: all OK\n'
