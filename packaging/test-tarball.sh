#!/bin/bash
# Installs the archive for one user on a minimal system in a folder, without any of the bundled libraries, and uses it.
# Requires root for chroot. TARBALL is the archive, the newest one in dist by default; SUITE and MIRROR specify the system.
set -euo pipefail
cd "$(dirname "$0")/.."
tarball=${TARBALL:-$(ls -t dist/openhealthkit-*-linux-"$(uname -m)".tar.gz 2>/dev/null | head -n 1)}
suite=${SUITE:-bookworm}
mirror=${MIRROR:-http://deb.debian.org/debian}
[ -f "$tarball" ] || { echo "test-tarball: no archive in dist; run make tarball first" >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo "test-tarball: a bare system in a folder needs root; run with sudo" >&2; exit 1; }

root=$PWD/.build/tarball-test/$suite
server=
ended() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    ! mountpoint -q "$root/proc" || umount "$root/proc"
}
trap ended EXIT
ended
rm -rf "$root"
mkdir -p "$root"
debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$root.log" 2>&1 ||
    { tail -n 5 "$root.log" >&2; echo "test-tarball: debootstrap failed; its output is in $root.log" >&2; exit 1; }
mount -t proc proc "$root/proc"
chroot "$root" useradd --create-home ana
inside() { chroot --userspec=ana:ana "$root" env -i PATH=/home/ana/.local/bin:/usr/bin:/bin HOME=/home/ana LANG=C.UTF-8 "$@"; }

[ ! -e "$root/usr/lib/$(uname -m)-linux-gnu/libsqlite3.so.0" ] || { echo "test-tarball: $suite has SQLite" >&2; exit 1; }
tar -C "$root/home/ana" -xzf "$tarball"
name=$(basename "$tarball" .tar.gz)
inside sh "/home/ana/$name/install.sh"
inside health demo /home/ana/demo.zip --records 5000 --last-day 2024-05-31 >/dev/null
inside health import /home/ana/demo.zip | tail -n 1
inside health statistics stepCount --every month | tail -n 2
inside health check | tail -n 1
[ "$(inside health-cohort --version)" = "$(inside health --version)" ]
inside health cohort demo /home/ana/people --participants 2 --days 3 | grep 'created p001.db to p002.db'

address=127.0.0.1:18486
chroot --userspec=ana:ana "$root" env -i HOME=/home/ana /home/ana/.local/bin/health serve --listen "$address" >"$root.serve" 2>&1 &
server=$!
for _ in $(seq 100); do
    ! curl -fsS "http://$address/healthz" >/dev/null 2>&1 || break
    sleep 0.1
done
curl -fsSL "http://$address/" | grep -q '<html'
! grep -q 'Chart.js' "$root.serve" || { echo "test-tarball: the pages do not find Chart.js" >&2; exit 1; }
kill "$server"
wait "$server" || true
server=

inside sh "/home/ana/$name/install.sh" --uninstall
[ ! -e "$root/home/ana/.local/bin/health" ]
[ ! -e "$root/home/ana/.local/bin/health-cohort" ]
[ -s "$root/home/ana/.local/share/openhealthkit/health.db" ]
printf '\ntest-tarball: all OK on %s\n' "$suite"
