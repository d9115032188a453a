#!/bin/sh
# Builds the tool, creates a demo export, imports it into a new store, queries it, and serves it to apps.
# Without a terminal the server is started, its health is checked, and it is stopped, unless RUN_SERVE=1.
# LISTEN is its address, 127.0.0.1:8484 by default. CONFIGURATION=release builds with optimisation, which takes twice as long and
# makes large imports several times faster.
set -eu
cd "$(dirname "$0")/.."

configuration=${CONFIGURATION:-debug}
set -- -c "$configuration" --product health
# The first build is in a folder of its own: whole modules without debug information or an index compile in four fifths of the time,
# but a change compiles its whole module again. With threads, each source file has an object file, as the linker expects. A developer's
# build is used if there is one.
if [ "$configuration" = debug ] && [ ! -x .build/debug/health ]; then
    set -- "$@" --scratch-path .build/run --disable-index-store -debug-info-format none \
        -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -Onone -Xcc -g0 -Xcxx -g0
fi
swift build "$@"
health=$(swift build "$@" --show-bin-path)/health
demo=demo
rm -rf "$demo"
mkdir -p "$demo"

# Prints a command as a person would type it, then runs it.
ask() {
    printf '\n$ health %s\n' "$*"
    "$health" "$@"
}

# One export until eight days ago, and one until yesterday, for the import page of the web app.
ask demo "$demo/demo.zip" --records 350000 --last-day -8d --timezone Europe/Berlin
ask demo "$demo/newer.zip" --records 350000 --last-day -8d --append-days 7 --timezone Europe/Berlin
ask import "$demo/demo.zip" --timezone Europe/Berlin --store "$demo/health.db"
ask import "$demo/demo.zip" --timezone Europe/Berlin --store "$demo/health.db"
ask types --store "$demo/health.db"
ask me --store "$demo/health.db"
ask sources --store "$demo/health.db"
ask samples heartRate --limit 5 --newest-first --store "$demo/health.db"
ask statistics stepCount --every week --by-source --store "$demo/health.db"
ask statistics stepCount --every day --from -22d --to -9d --chart --store "$demo/health.db"
ask explain stepCount -9d --summary --store "$demo/health.db"
ask summary --on -9d --store "$demo/health.db"
ask workouts --limit 5 --store "$demo/health.db"
ask check --store "$demo/health.db"

[ "$configuration" = release ] ||
    printf '\nThis build is not optimised and reads a large export several times slower; make build builds the fast one.\n'
printf '\nThe store is %s. Try: %s types --help\n' "$PWD/$demo/health.db" "$health"

if [ -t 0 ] || [ "${RUN_SERVE:-}" = 1 ]; then
    printf '\n$ health serve --store %s\n' "$demo/health.db"
    echo "Open the address in a browser: choose a passphrase, then drop $PWD/$demo/newer.zip on the page."
    echo "It has the same data and a week more. Ctrl-C stops the server."
    exec "$health" serve --store "$demo/health.db" --listen "${LISTEN:-127.0.0.1:8484}"
fi

printf '\n$ health serve --store %s --listen 127.0.0.1:0\n' "$demo/health.db"
"$health" serve --store "$demo/health.db" --listen 127.0.0.1:0 >"$demo/serve.out" 2>"$demo/serve.log" &
daemon=$!
trap 'kill "$daemon" 2>/dev/null || true' EXIT
tries=0
until grep -q ' at http' "$demo/serve.out"; do
    tries=$((tries + 1))
    if [ "$tries" -gt 150 ] || ! kill -0 "$daemon" 2>/dev/null; then
        cat "$demo/serve.out" "$demo/serve.log" >&2
        echo "run-demo: the server does not listen" >&2
        exit 1
    fi
    sleep 0.2
done
address=$(sed -n 's/^serving .* at //p' "$demo/serve.out")
echo "serving $demo/health.db at $address"
if command -v curl >/dev/null 2>&1; then
    printf '\n$ curl %s\n' "$address/healthz"
    curl --silent --show-error --fail "$address/healthz"
    echo
fi
kill -TERM "$daemon"
if wait "$daemon"; then
    trap - EXIT
    echo "There is no terminal here, so the server was stopped again. RUN_SERVE=1 lets it run."
else
    cat "$demo/serve.log" >&2
    echo "run-demo: the server did not stop" >&2
    exit 1
fi
