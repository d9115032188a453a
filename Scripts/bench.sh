#!/bin/sh
# Compares the import, FIT activities, the statistics, HealthKit's interface, streams, the server, pushes, the web app and cohorts with other programs:
# PARTS="import fit statistics interface streams server ingest web cohorts" SIZES="100000 1000000" HEART_SIZES="500000 5000000" STEP_SIZES=2000000 \
#     FIT_WORKOUTS=2000 INTERFACE_SIZE=5000000 STREAM_ROUNDS=200 SERVER_SECONDS=5 INGEST_SIZE=100000 WEB_SIZE=5000000 COHORT_SIZE=1000 RUNS=3 Scripts/bench.sh
# The peers are installed from PyPI into their own environment below .build; without Python they are left out.
set -eu
cd "$(dirname "$0")/.."

parts=" ${PARTS:-import fit statistics interface streams server ingest web cohorts} "
sizes=
heart=
steps=
interface=
streams=
server=
case $parts in *" import "*) sizes=${SIZES:-100000 1000000} ;; esac
case $parts in
*" statistics "*)
    heart=${HEART_SIZES:-500000 1000000 2000000 5000000}
    steps=${STEP_SIZES:-2000000}
    ;;
esac
case $parts in *" interface "*) interface=${INTERFACE_SIZE:-5000000} ;; esac
case $parts in *" streams "*) streams=${STREAM_ROUNDS:-200} ;; esac
case $parts in *" server "*) server=${SERVER_SECONDS:-5} ;; esac
ingest=
case $parts in *" ingest "*) ingest=${INGEST_SIZE:-100000} ;; esac
web=
case $parts in *" web "*) web=${WEB_SIZE:-5000000} ;; esac
cohort=
case $parts in *" cohorts "*) cohort=${COHORT_SIZE:-1000} ;; esac
fit=
case $parts in *" fit "*) fit=${FIT_WORKOUTS:-2000} ;; esac
work=$PWD/.build/bench
mkdir -p "$work"

swift build -c release --product health
health=$(swift build -c release --show-bin-path)/health
if [ -n "$ingest" ] && ! command -v python3 >/dev/null; then
    echo "bench: no Python here (apt-get install python3), so pushes are left out"
    ingest=
fi
if [ -n "$ingest" ]; then
    printf '\n## Pushes\n\n'
    python3 Benchmarks/Ingest/push.py --health "$health" --work "$work" --readings "$ingest" --runs "${RUNS:-3}" \
        --sqlite "$(command -v sqlite3 || true)"
    printf '\n## Writes beside an import\n\n'
    python3 Benchmarks/Ingest/beside.py --health "$health" --work "$work" --records "${BESIDE_SIZE:-1000000}"
fi
[ -n "$sizes$fit$heart$steps$interface$streams$server$web$cohort" ] || exit 0

swift build -c release --package-path Benchmarks --product measure
swift build -c release --package-path Benchmarks --product bench
swift build -c release --package-path Benchmarks --product hello
bench=$(swift build -c release --package-path Benchmarks --show-bin-path)/bench

python=$work/venv/bin/python
if ! "$python" -m pip --version >/dev/null 2>&1 && ! python3 -m venv "$work/venv" >"$work/venv.log" 2>&1; then
    echo "bench: no Python with venv here (apt-get install python3-venv), so healthkit-to-sqlite and DuckDB are left out"
    python=
fi

# Installs a package from PyPI unless it is installed already.
install() {
    [ -n "$python" ] || return 1
    "$python" -m pip show -q "$1" >/dev/null 2>&1 && return
    "$python" -m pip install -q "$1" >>"$work/venv.log" 2>&1 && return
    echo "bench: $1 could not be installed and is left out; see $work/venv.log"
    return 1
}

if [ -n "$fit" ] && install fitdecode && install garmin-fit-sdk; then
    printf '\n## FIT activities\n\n'
    "$python" Benchmarks/Peers/fit_activities.py --health "$health" --work "$work" --workouts "$fit" --runs "${RUNS:-3}"
fi

peer=
duckdb=
if [ -n "$sizes" ] && install healthkit-to-sqlite; then peer=$work/venv/bin/healthkit-to-sqlite; fi
copy=
if [ -n "$sizes" ] && install duckdb; then copy=$PWD/Benchmarks/Peers/duckdb_copy.py; fi
# The extension that reads SQLite is on PyPI only for this version of DuckDB.
scanner=
if [ -n "$sizes" ] && [ -n "$python" ]; then
    scanner=$work/scanner/bin/python
    "$scanner" -c "import duckdb_extension_sqlite_scanner" 2>/dev/null ||
        { python3 -m venv "$work/scanner" && "$work/scanner/bin/pip" install -q duckdb==1.5.5 \
            duckdb-extension-sqlite-scanner==1.5.5; } >>"$work/venv.log" 2>&1 ||
        { echo "bench: DuckDB's extension for SQLite could not be installed and is left out; see $work/venv.log"; scanner=; }
fi
if [ -n "$heart$steps" ] && install duckdb; then duckdb=$PWD/Benchmarks/Peers/duckdb_by_day.py; fi
sqlite=
if [ -n "$interface$sizes" ]; then
    sqlite=$(command -v sqlite3) || echo "bench: no sqlite3 here (apt-get install sqlite3), so it is left out"
fi
wrk=
if [ -n "$server" ] && ! wrk=$(command -v wrk); then
    echo "bench: no wrk here (apt-get install wrk), so the server is left out"
    server=
fi
if [ -n "$web" ] && { ! command -v chromium >/dev/null || ! command -v chromedriver >/dev/null; }; then
    echo "bench: no Chromium with its driver here (apt-get install chromium chromium-driver), so the web app is left out"
    web=
fi
if [ -n "$web" ] && ! install selenium; then web=; fi

clickhouse=
if [ -n "$cohort" ] && ! clickhouse=$(PATH=$PATH:/usr/sbin command -v clickhouse-server); then
    echo "bench: no ClickHouse here (apt-get install clickhouse-server), so the cohort is left out"
    cohort=
fi

if [ -n "$web" ]; then
    printf '\n## The web app, over a store of %s samples\n\n' "$web"
    if [ ! -e "$work/web-$web.db" ]; then
        "$health" demo "$work/web.zip" --records "$web" --last-day yesterday --force >"$work/web.txt"
        "$health" import "$work/web.zip" --store "$work/web-new.db" >>"$work/web.txt"
        rm "$work/web.zip"
        mv "$work/web-new.db" "$work/web-$web.db"
    fi
    "$python" Benchmarks/Web/dashboard.py --health "$health" --hello "${bench%/bench}/hello" --store "$work/web-$web.db" \
        --chromium "$(command -v chromium)" --driver "$(command -v chromedriver)" --work "$work"
fi

[ -n "$sizes$heart$steps$interface$streams$server$cohort" ] || exit 0

"$bench" --health "$health" --work "$work" --runs "${RUNS:-3}" --sizes "$sizes" --peer "$peer" --duckdb-copy "$copy" \
    --scanner-python "$scanner" --duckdb-store-copy "$PWD/Benchmarks/Peers/duckdb_store_copy.py" \
    --heart-sizes "$heart" --step-sizes "$steps" --python "$python" --duckdb "$duckdb" \
    --interface-size "$interface" --sqlite "$sqlite" --stream-rounds "$streams" \
    --server-seconds "$server" --wrk "$wrk" --cohort-size "$cohort" --clickhouse-server "$clickhouse"
