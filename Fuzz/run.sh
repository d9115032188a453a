#!/bin/sh
# Fuzzes the readers: Fuzz/run.sh [TARGET...]. SECONDS_EACH is the time for each, RUNS the maximum number of inputs.
# SANITIZERS=fuzzer disables the address sanitizer, which doubles the speed. Failing inputs are stored in Fuzz/FailCases.
set -eu
cd "$(dirname "$0")"

seconds=${SECONDS_EACH:-60}
sanitizers=${SANITIZERS:-fuzzer,address}
[ $# -gt 0 ] || set -- units export-xml zip gpx fit tcx garmin-account strava-account ecg-csv forms predicate-text \
    predicate-json pattern json-sample archived-object health-auto-export health-kit health-connect nightscout open-wearables export-formats

swift build -c release --scratch-path "${FUZZ_SCRATCH:-.build}" -Xswiftc "-sanitize=$sanitizers"
fuzz=$(swift build -c release --scratch-path "${FUZZ_SCRATCH:-.build}" -Xswiftc "-sanitize=$sanitizers" --show-bin-path)/fuzz

# The backtrace printer outlives a killed parent and hangs. Memory that Foundation never frees is not a finding.
export SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=detect_leaks=0

status=0
for target in "$@"; do
    work=${FUZZ_SCRATCH:-.build}/corpus/$target
    mkdir -p "$work" "FailCases/$target" "Corpus/$target"
    echo "== $target: $seconds seconds"
    # New inputs go to the first folder, which is temporary; the seeds are only read.
    FUZZ_TARGET=$target "$fuzz" -max_total_time="$seconds" -runs="${RUNS:--1}" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
        -print_final_stats=1 -verbosity=0 -artifact_prefix="FailCases/$target/" \
        "$work" "Corpus/$target" "FailCases/$target" || {
        echo "$target: a reader failed; the input is in Fuzz/FailCases/$target"
        status=1
    }
done
exit $status
