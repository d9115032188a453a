#!/bin/sh
# Checks the systemd unit: that systemd understands every line of it, and that it leaves the daemon little to do harm with.
# Skipped where there is no systemd-analyze.
set -eu
cd "$(dirname "$0")/.."

unit=packaging/health.service
# From 0, nothing is exposed, to 100.
most=20

if ! command -v systemd-analyze >/dev/null 2>&1; then
    echo "check-packaging: no systemd-analyze here (apt-get install systemd); $unit is not checked"
    exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The tool need not be installed where this runs.
sed 's|/usr/local/bin/health|/bin/true|' "$unit" >"$work/health.service"
if ! systemd-analyze verify --man=no "$work/health.service" >"$work/verify" 2>&1 || grep -q 'health\.service' "$work/verify"
then
    cat "$work/verify" >&2
    echo "check-packaging: systemd does not understand $unit" >&2
    exit 1
fi
if ! systemd-analyze security --offline=true --threshold="$most" --no-pager "$work/health.service" >"$work/security" 2>&1
then
    # The lines that count against it, and the sum.
    grep -E '^✗|Overall' "$work/security" >&2 || cat "$work/security" >&2
    echo "check-packaging: $unit is more exposed than $most" >&2
    exit 1
fi
grep Overall "$work/security" | sed 's/^[^A-Z]*/check-packaging: /'
