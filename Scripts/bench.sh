#!/bin/sh
# Measures the import beside other programs: SIZES="100000 1000000" RUNS=3 Scripts/bench.sh
# The peer comes from PyPI into an environment of its own below .build; without Python it is left out.
set -eu
cd "$(dirname "$0")/.."

sizes=${SIZES:-100000 1000000}
work=$PWD/.build/bench
mkdir -p "$work"

swift build -c release --product health
health=$(swift build -c release --show-bin-path)/health
swift build -c release --package-path Benchmarks --product measure
swift build -c release --package-path Benchmarks --product bench
bench=$(swift build -c release --package-path Benchmarks --show-bin-path)/bench

peer=$work/venv/bin/healthkit-to-sqlite
if [ ! -x "$peer" ]; then
    if ! python3 -m venv "$work/venv" >"$work/venv.log" 2>&1; then
        echo "bench: no Python with venv here (apt-get install python3-venv), so healthkit-to-sqlite is left out"
    elif ! "$work/venv/bin/python" -m pip install -q healthkit-to-sqlite >>"$work/venv.log" 2>&1; then
        echo "bench: healthkit-to-sqlite could not be installed and is left out; see $work/venv.log"
    fi
fi
[ -x "$peer" ] || peer=

"$bench" --health "$health" --work "$work" --sizes "$sizes" --runs "${RUNS:-3}" --peer "$peer"
