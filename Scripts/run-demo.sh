#!/bin/sh
# Builds the tool, makes a demo export, imports it into a fresh store and asks it questions.
set -eu
cd "$(dirname "$0")/.."

swift build -c release --product health
health=$(swift build -c release --show-bin-path)/health
demo=demo
rm -rf "$demo"
mkdir -p "$demo"

# Prints a command as a person would type it, then runs it.
ask() {
    printf '\n$ health %s\n' "$*"
    "$health" "$@"
}

ask demo "$demo/demo.zip" --records 100000 --timezone Europe/Berlin
ask import "$demo/demo.zip" --timezone Europe/Berlin --store "$demo/health.db"
ask import "$demo/demo.zip" --timezone Europe/Berlin --store "$demo/health.db"
ask types --store "$demo/health.db"
ask me --store "$demo/health.db"
ask sources --store "$demo/health.db"
ask samples heartRate --limit 5 --newest-first --store "$demo/health.db"
ask statistics stepCount --every week --by-source --store "$demo/health.db"
ask statistics stepCount --every day --from 2025-03-01 --to 2025-03-14 --chart --store "$demo/health.db"
ask explain stepCount 2025-04-10 --summary --store "$demo/health.db"
ask summary --on 2025-04-10 --store "$demo/health.db"
ask workouts --limit 5 --store "$demo/health.db"
ask check --store "$demo/health.db"

printf '\nThe store is %s. Try: %s types --help\n' "$PWD/$demo/health.db" "$health"
