#!/bin/sh
# Runs the commands of the guides in Documentation: each line of a console block that begins with "$ ", with its continuation
# lines, which begin with "> " in files, in one shell per guide. The script fails if a command fails.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
health=${HEALTH_BINARY:-}
if [ -z "$health" ]; then
    cd "$root"
    . Scripts/built.sh
    built health
    health=$(cd "$bin" && pwd)/health
fi
scratch=$(mktemp -d)
trap 'kill $(cat "$scratch"/*/server.pid 2>/dev/null) 2>/dev/null || true; rm -rf "$scratch"' EXIT
mkdir "$scratch/bin"
ln -s "$health" "$scratch/bin/health"
port=${GUIDE_PORT:-8487}

for guide in Server OAuth WriteAnApp Exporting ConnectYourPhone; do
    folder=$scratch/$guide
    mkdir "$folder"
    # The port in the guide may be in use.
    {
        echo 'set -eu'
        awk '/^```console$/ { inside = 1; next } /^```/ { inside = 0 } inside { sub(/^\$ /, ""); sub(/^> ?/, ""); print }' \
            "$root/Documentation/$guide.md" | sed "s/127\.0\.0\.1:8484/127.0.0.1:$port/g"
    } | sed 's/^\(health serve .*\)&$/\1\& echo $! >server.pid/' >"$folder/commands.sh"
    [ "$(wc -l <"$folder/commands.sh")" -gt 3 ] || { echo "Documentation/$guide.md has no commands" >&2; exit 1; }
    echo "== Documentation/$guide.md"
    (
        cd "$folder"
        PATH=$scratch/bin:$PATH HOME=$folder XDG_DATA_HOME=$folder timeout 120 bash commands.sh >output.txt 2>errors.txt
    ) || {
        echo "a command of Documentation/$guide.md failed:" >&2
        tail -n 5 "$folder/output.txt" "$folder/errors.txt" >&2
        exit 1
    }
    [ ! -s "$folder/server.pid" ] || kill "$(cat "$folder/server.pid")"
done
echo 'the commands of the guides work'
