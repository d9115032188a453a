#!/bin/sh
# Checks the parts of the packages that do not require a release build: manual pages of all subcommands without troff warnings,
# completions that their shells can parse, those of `health cohort` as well, scripts without syntax errors, and the systemd unit: systemd
# must accept every line, and the server's exposure must be low. Parts whose tools are not installed are skipped and reported.
set -eu
cd "$(dirname "$0")/.."
. Scripts/built.sh
built health
built_cohorts

pages=$(mktemp -d)
mkdir "$pages/completions"
trap 'rm -rf "$pages"' EXIT
# check PROGRAM LEAST: the program has at least as many manual pages as LEAST.
check() {
    mkdir "$pages/$1"
    "$bin/$1" --experimental-dump-help >"$pages/$1/help.json"
    packaging/man-pages.py "$pages/$1/help.json" "$(Scripts/version.sh)" "$pages/$1"
    count=$(find "$pages/$1" -name '*.1' | wc -l)
    [ "$count" -ge "$2" ] || { echo "check-packaging: only $count manual pages of $1" >&2; exit 1; }
    if command -v groff >/dev/null 2>&1; then
        for page in "$pages/$1"/*.1; do
            if ! groff -man -Tutf8 -ww -z "$page" 2>"$pages/warnings" || [ -s "$pages/warnings" ]; then
                cat "$pages/warnings" >&2
                echo "check-packaging: troff warns of $(basename "$page")" >&2
                exit 1
            fi
        done
    else
        echo "check-packaging: no groff here (apt-get install groff), so the manual pages are only made"
    fi
    for shell in bash zsh fish; do
        # The names of the files for bash and fish are those in the packages.
        case $shell in
            bash) file=$pages/completions/$1 ;;
            *) file=$pages/completions/$1.$shell ;;
        esac
        packaging/completions.sh "$bin/$1" "$shell" >"$file"
        ! command -v "$shell" >/dev/null 2>&1 || "$shell" -n "$file"
    done
    echo "check-packaging: $count manual pages of $1"
}
check health 41
check health-cohort 9
completed() {
    [ "$2" = push ] || { echo "check-packaging: $1 completes \`health cohort pus\` to \"$2\", not to push" >&2; exit 1; }
}
completed bash "$(bash -c '. "$1"
    COMP_WORDS=(health cohort pus) COMP_CWORD=2 COMP_LINE="health cohort pus" COMP_POINT=17
    _health_or_cohort health pus cohort
    echo "${COMPREPLY[*]}"' _ "$pages/completions/health")"
if command -v fish >/dev/null 2>&1; then
    completed fish "$(PATH="$bin:$PATH" fish --no-config --command 'set fish_complete_path $argv[1]
        complete -C "health cohort pus"' "$pages/completions" | cut -f 1)"
fi
for script in packaging/install.sh packaging/debian/postinst packaging/debian/prerm packaging/debian/postrm; do
    sh -n "$script"
done

unit=packaging/health.service
# The exposure from 0 (none) to 100.
most=20

if ! command -v systemd-analyze >/dev/null 2>&1; then
    echo "check-packaging: no systemd-analyze here (apt-get install systemd); $unit is not checked"
    exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work" "$pages"' EXIT
# The tool does not have to be installed on this machine.
sed 's|/usr/local/bin/health|/bin/true|' "$unit" >"$work/health.service"
if ! systemd-analyze verify --man=no "$work/health.service" >"$work/verify" 2>&1 || grep -q 'health\.service' "$work/verify"
then
    cat "$work/verify" >&2
    echo "check-packaging: systemd does not understand $unit" >&2
    exit 1
fi
if ! systemd-analyze security --offline=true --threshold="$most" --no-pager "$work/health.service" >"$work/security" 2>&1
then
    # The lines that increase the exposure, and the sum.
    grep -E '^✗|Overall' "$work/security" >&2 || cat "$work/security" >&2
    echo "check-packaging: $unit is more exposed than $most" >&2
    exit 1
fi
grep Overall "$work/security" | sed 's/^[^A-Z]*/check-packaging: /'
