#!/bin/bash
# Checks the server over HTTP: the OpenAPI document, responses against it, FHIR resources against the models of fhir.resources,
# and every route with schemathesis and with hostile values (Scripts/server/hostile.py), also without credentials. Clients of authlib and
# requests-oauthlib connect with OAuth (Scripts/server/oauth.py), and clients that openapi-python-client, datamodel-code-generator and
# openapi-generator (for Python and TypeScript) generate use the server (Scripts/server/generators.py). fhirpy and fhirclient poll changes
# (Scripts/server/fhir_clients.py).
# SECONDS_OF_FUZZING is the time for the routes of apps; those of the owner and the hostile values get half of it each.
# The script creates a store with samples of every type, a server, and an app with all permissions. At the end the server must
# still run, the store must be intact, and the statistics of each type must be available.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${SECONDS_OF_FUZZING:-20}
tools=$PWD/.build/server-checks

Scripts/python-tools.sh "$tools" Scripts/server/requirements.txt

. Scripts/built.sh
built health
health=$bin/health
folder=$(mktemp -d)
daemon=
trap 'status=$?; if [ -n "$daemon" ]; then kill "$daemon" 2>/dev/null || true; wait "$daemon" || true; fi
    [ "$status" = 0 ] || tail -n 5 "$folder/daemon.log" >&2 || true; rm -rf "$folder"; exit "$status"' EXIT

"$tools/bin/python" Scripts/server/make_export.py Data "$folder/export.zip"
"$health" import "$folder/export.zip" --timezone Europe/Berlin --store "$folder/health.db" >"$folder/import.txt"
# The server creates the file later than the loop below reads it, if the machine is busy.
: >"$folder/daemon.txt"
"$health" serve --store "$folder/health.db" --listen 127.0.0.1:0 >"$folder/daemon.txt" 2>"$folder/daemon.log" &
daemon=$!
for _ in $(seq 300); do
    address=$(sed -n 's/^serving .* at \(http[^ ]*\)$/\1/p' "$folder/daemon.txt")
    [ -n "$address" ] && break
    kill -0 "$daemon"
    sleep 0.1
done

failed=0

# Registers an app with all permissions, and prints its token.
app() {
    local code
    code=$("$health" apps pair --store "$folder/health.db")
    curl --fail --silent --show-error "$address/v1/apps" -H 'Content-Type: application/json' \
        --data "{\"identifier\":\"$1\",\"name\":\"${1##*.}\",\"version\":\"1\",\"pairingCode\":\"$code\"}" | sed -n 's/.*"token":"\([^"]*\)".*/\1/p'
    "$health" apps grant "$1" --all --store "$folder/health.db" >&2
}

# Runs schemathesis; the first argument is the name of the run.
fuzz() {
    echo "check-server: schemathesis, $1"
    shift
    "$tools/bin/schemathesis" --config-file Scripts/server/schemathesis.toml run "$address${document:-/openapi.json}" \
        --url "$address" --checks all --no-color "$@" | tee "$folder/run.txt" || {
        failed=1
        awk '/^=+ (FAILURES|ERRORS) =+$/ { shown = 1 } /^=+ (WARNINGS|SUMMARY) =+$/ { shown = 0 } shown && count++ < 60' \
            "$folder/run.txt" >>"$folder/failures.txt"
    }
}

export HEALTH_TOKEN HEALTH_SESSION=none HEALTH_FORM_TOKEN=none
HEALTH_TOKEN=$(app org.example.check 2>"$folder/grant.txt")
TOKEN=$HEALTH_TOKEN "$tools/bin/python" Scripts/server/validate.py "$address" Data || failed=1

# Before the random requests, which use up the limit for registrations.
passphrase="correct horse battery staple"
echo "$passphrase" | "$health" owner set --store "$folder/health.db" >"$folder/owner.txt" 2>&1
echo "check-server: clients of OAuth"
PASSPHRASE=$passphrase "$tools/bin/python" Scripts/server/oauth.py "$address" || failed=1
echo "check-server: clients of FHIR"
TOKEN=$(app org.example.fhir 2>"$folder/grant.txt") "$tools/bin/python" Scripts/server/fhir_clients.py "$address" || failed=1
echo "check-server: generated clients"
TOKEN=$(app org.example.generated 2>"$folder/grant.txt") "$tools/bin/python" Scripts/server/generators.py "$address" "$folder/generated" ||
    failed=1

# These operations invalidate the app's token, so they use a token of their own.
ends=(--include-operation-id removeApp --include-operation-id rotateToken)
keeps=(--exclude-operation-id removeApp --exclude-operation-id rotateToken)
# The owner's routes and pages.
owners='^/((v1/)?(owner|imports)|oauth/(requests/|device$)|types|samples|add|settings|welcome)'
owner=(--exclude-path-regex "$owners")
fuzz "routes of apps" --max-time "$seconds" "${keeps[@]}" "${owner[@]}"
HEALTH_TOKEN=$(app org.example.short 2>"$folder/grant.txt")
fuzz "routes that end a token" --max-time 5 "${ends[@]}"

curl --fail --silent --show-error --dump-header "$folder/head.txt" "$address/v1/owner/session" \
    -H 'Content-Type: application/json' --data "{\"passphrase\":\"$passphrase\"}" >"$folder/session.json"
HEALTH_SESSION=$(sed -n 's/^[Ss]et-[Cc]ookie: health_session=\([^;]*\);.*/\1/p' "$folder/head.txt")
HEALTH_FORM_TOKEN=$(sed -n 's/.*"csrfToken":"\([^"]*\)".*/\1/p' "$folder/session.json")
document=/owner/openapi.json fuzz "routes of the owner" --max-time "$((seconds / 2))" \
    -H "Origin: $address" --include-path-regex "$owners" \
    --exclude-operation-id signOut --exclude-operation-id signOutPage --exclude-operation-id endSessions \
    --exclude-operation-id changePassphrase
# The owner has already signed in and the apps are registered, since wrong passphrases delay sign-ins from here on.
(
    export HEALTH_TOKEN=none HEALTH_SESSION=none HEALTH_FORM_TOKEN=none
    fuzz "all routes without credentials" --max-time "$((seconds / 6))"
    [ "$failed" = 0 ]
) || failed=1

echo "check-server: hostile values"
TOKEN=$(app org.example.hostile 2>"$folder/grant.txt") FORM_TOKEN=$HEALTH_FORM_TOKEN \
    SESSION=$(sed -n 's/^[Ss]et-[Cc]ookie: \([^;]*\);.*/\1/p' "$folder/head.txt" | paste -sd ';') \
    python3 Scripts/server/hostile.py "$address" "$((seconds / 2))" || failed=1

kill -0 "$daemon"
echo "check-server: what has been saved"
"$health" check --store "$folder/health.db" >"$folder/check.txt" 2>&1 || {
    cat "$folder/check.txt" >&2
    failed=1
}
# For types without statistics, the tool fails with status 2.
"$health" types --store "$folder/health.db" --format json |
    python3 -c 'import json, sys; print(*(each["type"] for each in json.load(sys.stdin)), sep="\n")' >"$folder/types.txt"
statistics() {
    "$1" statistics "$2" --every month --store "$3" >/dev/null 2>"$4.$2" || [ $? = 2 ] || {
        echo "check-server: statistics of $2: $(cat "$4.$2")" >&2
        exit 1
    }
}
export -f statistics
xargs -P 2 -I TYPE bash -c 'statistics "$@"' _ "$health" TYPE "$folder/health.db" "$folder/statistics" \
    <"$folder/types.txt" || failed=1

kill -0 "$daemon"
if grep -v '"level":"\(info\|notice\|debug\)"' "$folder/daemon.log" | grep -i '"level":"\(error\|critical\)"'; then
    echo "check-server: the server logged errors" >&2
    exit 1
fi
# The failures once more, because the rest of the output is long.
[ ! -e "$folder/failures.txt" ] || cat "$folder/failures.txt" >&2
[ "$failed" = 0 ]
echo "check-server: OK"
