# To be sourced by a script that runs the cases of examples: `bin` is the folder of their programs. A case that fails sets `status` to 1.
terminal=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/terminal.py
folder=$(mktemp -d)
background=()
trap 'for process in "${background[@]}"; do kill "$process" 2>/dev/null || true; done; rm -rf "$folder"' EXIT
export HEALTH_STORE=$folder/health.db
unset HEALTHKIT_APP_IDENTIFIER HEALTHKIT_APP_NAME HEALTHKIT_APP_VERSION
status=0

# expect NAME EXIT-STATUS TEXT PROGRAM [ARGUMENT...]: the program must exit with the status and print each line of the text.
expect() {
    local name=$1 wanted=$2 text=$3
    shift 3
    local found=0 output
    output=$("$bin/$1" "${@:2}" </dev/null 2>&1) || found=$?
    local line
    while IFS= read -r line; do
        if ! grep -q -x -F -e "$line" <<<"$output"; then
            echo "$name: does not print: $line"
            found=-1
        fi
    done <<<"$text"
    if [ "$found" = "$wanted" ]; then
        echo "$name: OK"
    else
        fail "$name" "exit status wanted: $wanted" "$output"
    fi
}

# fail NAME REASON OUTPUT: reports a failure; the other cases still run.
fail() {
    printf '%s: FAILED (%s); it printed:\n%s\n' "$1" "$2" "$3"
    status=1
}

# begin PROGRAM [ARGUMENT...]: runs the program in the background; its process is $running, its output is in $printed.
begin() {
    printed=$folder/printed
    : >"$printed"
    "$bin/$1" "${@:2}" </dev/null >"$printed" 2>&1 &
    running=$!
    background+=("$running")
}

# await NAME TEXT: waits for a minute until the program in the background has printed all lines of the text, consecutively.
await() {
    local name=$1 text=$2 tries=0
    until [[ $'\n'$(<"$printed")$'\n' == *$'\n'"$text"$'\n'* ]]; do
        tries=$((tries + 1))
        if [ "$tries" -gt 1200 ] || ! kill -0 "$running" 2>/dev/null; then
            # The last output before the program exited counts, too.
            [[ $'\n'$(<"$printed")$'\n' == *$'\n'"$text"$'\n'* ]] && break
            fail "$name" "it does not print: $text" "$(<"$printed")"
            return 0
        fi
        sleep 0.05
    done
    echo "$name: OK"
}

# ends NAME EXIT-STATUS [SIGNAL]: the program in the background must exit with the status, by itself or after the signal.
ends() {
    local name=$1 wanted=$2 found=0 tries=0
    [ $# -lt 3 ] || kill -s "$3" "$running"
    while kill -0 "$running" 2>/dev/null && [ "$tries" -le 1200 ]; do
        tries=$((tries + 1))
        sleep 0.05
    done
    if [ "$tries" -gt 1200 ]; then
        kill -KILL "$running"
    fi
    wait "$running" || found=$?
    if [ "$found" = "$wanted" ]; then
        echo "$name: OK"
    else
        fail "$name" "exit status wanted: $wanted, was: $found" "$(<"$printed")"
    fi
}

# on_terminal NAME PROGRAM [ARGUMENT...]: runs the program on its own terminal, with the steps from standard input; terminal.py
# describes them.
on_terminal() {
    local name=$1 output
    shift
    if output=$(PATH=$bin:$PATH TERM=xterm-256color NO_COLOR='' python3 "$terminal" "$@" 2>&1); then
        echo "$name: OK"
    else
        fail "$name" "the terminal does not show it" "$output"
    fi
}

# fresh: creates a new database for a case, without any answered permissions.
fresh() {
    rm -f "$folder"/health.db*
}
