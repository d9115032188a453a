#!/bin/bash
# Runs commands concurrently: Scripts/side-by-side.sh "make check" "make test"
# The output of the last command appears as it is written, that of the others when they end. All run to their end; if one fails,
# the end of its output is repeated last, and the status is 1.
set -uo pipefail

folder=$(mktemp -d)
# Each command has a process group, which a signal ends as a whole.
set -m
groups=()
trap 'for group in "${groups[@]}"; do kill -TERM -- "-$group" 2>/dev/null; done; rm -rf "$folder"' EXIT
trap 'exit 130' HUP INT TERM

# run NUMBER COMMAND OUTPUT: the command with its duration; its output goes to a file and through the filter OUTPUT.
run() {
    began=$(date +%s)
    {
        bash -c "$2" </dev/null 2>&1
        echo $? >"$folder/$1.status"
        printf '\n== %s: status %s after %s s\n' "$2" "$(cat "$folder/$1.status")" "$(($(date +%s) - began))"
    } | tee "$folder/$1.log" | $3
}

# Returns its input when it is complete.
whole() {
    text=$(cat)
    printf '%s\n' "$text"
}

for number in $(seq $#); do
    filter=whole
    [ "$number" -lt $# ] || filter=cat
    run "$number" "${!number}" $filter &
    groups+=($!)
done
wait

result=0
for number in $(seq $#); do
    [ "$(cat "$folder/$number.status" 2>/dev/null)" = 0 ] && continue
    result=1
    printf '\n== failed: %s\n' "${!number}"
    tail -n 100 "$folder/$number.log"
done
exit $result
