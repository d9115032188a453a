#!/bin/bash
# Checks the server behind nginx and Caddy with the configurations in packaging/proxy: HTTP/2, redirections, cookies, the addresses of
# clients, streams, uploads and limits of bodies. UPLOAD_MEGABYTES is the size of the uploaded export: 1024, or 64 in a part of the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "${TESTS:-all}" = part ] && usual=64 || usual=1024
megabytes=${UPLOAD_MEGABYTES:-$usual}
. Scripts/built.sh
built health
health=$bin/health
folder=$(mktemp -d)
name=health.example.org
passphrase='correct horse battery staple'
daemon= proxy= stream=
trap 'status=$?; for process in $stream $proxy $daemon; do kill "$process" 2>/dev/null || true; wait "$process" 2>/dev/null || true; done
    [ "$status" = 0 ] || tail -n 5 "$folder"/*.log >&2 || true; rm -rf "$folder"; exit "$status"' EXIT

fail() {
    echo "check-proxies: $1" >&2
    exit 1
}

# Prints a port that is free at the moment.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Waits until a command succeeds.
wait_for() {
    local what=$1
    shift
    for _ in $(seq 300); do
        "$@" && return
        sleep 0.1
    done
    fail "$what"
}

# A request through the proxy. Its certificate is our own, and its name is that of the configuration. The client has another address than
# the proxy, which the server trusts.
ask() {
    curl --silent --show-error --http2 --interface 127.0.0.2 --cacert "$folder/cert.pem" --resolve "$name:$port:127.0.0.1" "$@"
}

# Prints the value of a field of the answer in a file.
field() {
    sed -E -n "s/.*\"$1\":\"([^\"]*)\".*/\1/p" "$2" | head -n 1
}

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=$name" \
    -addext "subjectAltName=DNS:$name" -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>"$folder/openssl.log"
# An export of that size, which is imported quickly: most of it is a file that the import leaves out.
"$health" demo "$folder/demo.zip" --records 500 >/dev/null
cp "$folder/demo.zip" "$folder/large.zip"
mkdir -p "$folder/apple_health_export"
truncate -s "${megabytes}M" "$folder/apple_health_export/padding.bin"
(cd "$folder" && zip -q -0 large.zip apple_health_export/padding.bin)
rm "$folder/apple_health_export/padding.bin"
size=$(stat -c %s "$folder/large.zip")

# Writes the configuration of packaging/proxy with the ports and files of this check, and starts the proxy.
start_nginx() {
    mkdir "$folder/nginx"
    sed -e "s|listen 443 |listen 127.0.0.1:$port |; s|listen 80;|listen 127.0.0.1:$plain;|; s|127.0.0.1:8484|127.0.0.1:$inner|" \
        -e "s|/etc/ssl/$name/fullchain.pem|$folder/cert.pem|; s|/etc/ssl/$name/privkey.pem|$folder/key.pem|" \
        packaging/proxy/nginx.conf >"$folder/site.conf"
    {
        [ "$(id -u)" != 0 ] || echo "user root;"
        echo "daemon off; pid $folder/nginx.pid; error_log $folder/nginx.log; events {}"
        echo "http { access_log off;"
        for part in client_body proxy fastcgi uwsgi scgi; do echo "${part}_temp_path $folder/nginx/$part;"; done
        echo "include $folder/site.conf; }"
    } >"$folder/nginx.conf"
    nginx -c "$folder/nginx.conf" 2>>"$folder/nginx.log" &
    proxy=$!
}

start_caddy() {
    {
        echo "{ admin off"
        echo "auto_https disable_redirects"
        echo "storage file_system $folder/caddy }"
        sed -e "s|^$name {|$name:$port {\n\ttls $folder/cert.pem $folder/key.pem|; s|127.0.0.1:8484|127.0.0.1:$inner|" \
            packaging/proxy/Caddyfile
    } | sed '1s/{ admin off/{\nadmin off/; s/ }$/\n}/' >"$folder/Caddyfile"
    HOME=$folder caddy run --config "$folder/Caddyfile" --adapter caddyfile 2>"$folder/caddy.log" &
    proxy=$!
}

check() {
    local kind=$1
    port=$(free_port) plain=$(free_port) inner=$(free_port)
    local url=https://$name:$port store=$folder/$kind.db
    printf '%s\n' "$passphrase" | "$health" owner set --store "$store" >/dev/null
    "$health" serve --store "$store" --listen "127.0.0.1:$inner" --public-url "$url" --trusted-proxy 127.0.0.1 \
        >"$folder/$kind.txt" 2>"$folder/$kind-server.log" &
    daemon=$!
    "start_$kind"
    answers() { ask --output /dev/null --fail "$url/healthz" 2>/dev/null; }
    wait_for "$kind does not answer" answers

    # Pages over HTTP/2.
    local facts
    facts=$(ask --output "$folder/page.html" --dump-header "$folder/head.txt" \
        --write-out '%{http_version} %{http_code} %{content_type}' "$url/owner/login")
    [ "$facts" = "2 200 text/html; charset=utf-8" ] || fail "$kind: the page is $facts"
    grep -qi '^strict-transport-security: max-age=31536000' "$folder/head.txt" || fail "$kind: no Strict-Transport-Security"
    facts=$(ask --output /dev/null --write-out '%{http_code} %{redirect_url}' "$url/types")
    [ "$facts" = "303 $url/owner/login?next=/types" ] || fail "$kind: a page without a session answers $facts"
    if [ "$kind" = nginx ]; then
        facts=$(curl -s -o /dev/null -w '%{http_code} %{redirect_url}' -H "Host: $name" "http://127.0.0.1:$plain/types")
        [ "$facts" = "301 https://$name/types" ] || fail "plain HTTP answers $facts"
    fi

    # A sign-in, whose address is the client's and not one that the client made up.
    ask --fail --dump-header "$folder/head.txt" --output "$folder/session.json" --cookie-jar "$folder/cookies" \
        -H 'Content-Type: application/json' -H 'X-Forwarded-For: 203.0.113.9' -H 'Forwarded: for=203.0.113.10' \
        -H "Origin: $url" --data "{\"passphrase\":\"$passphrase\"}" "$url/v1/owner/session"
    local flag token
    for flag in '__Host-' 'Secure' 'HttpOnly' 'SameSite=Strict' 'Path=/'; do
        [ "$(grep -i '^set-cookie:' "$folder/head.txt" | grep -vc -- "$flag")" = 0 ] || fail "$kind: a cookie without $flag"
    done
    token=$(field csrfToken "$folder/session.json")
    [ -n "$token" ] || fail "$kind: no token in the session"
    owner() { ask --fail --cookie "$folder/cookies" -H "X-CSRF-Token: $token" "$@"; }
    owner --output "$folder/sessions.json" "$url/v1/owner/sessions"
    grep -q '"127.0.0.2"' "$folder/sessions.json" || fail "$kind: the client's address is not in the session"
    ! grep -q '203.0.113' "$folder/sessions.json" || fail "$kind: the client made up its address"

    # An upload, which reaches the server without a copy in the proxy's folder.
    facts=$(owner --max-time 600 --output "$folder/import.json" --write-out '%{http_code} %{size_upload}' \
        -H 'Content-Type: application/zip' -H 'Expect:' --upload-file "$folder/large.zip" --request POST "$url/v1/imports")
    [ "$facts" = "202 $size" ] || fail "$kind: the upload answers $facts"
    # The events of the import end when it is done.
    owner --no-buffer --max-time 300 --output "$folder/events.txt" "$url/v1/imports/$(field id "$folder/import.json")/events"
    grep -q '^event: done' "$folder/events.txt" || fail "$kind: the import is not done"
    [ "$("$health" types --store "$store" --format csv | wc -l)" -gt 2 ] || fail "$kind: the import has no samples"

    # A body beyond the limit of its route.
    head -c 200000 /dev/zero | tr '\0' ' ' >"$folder/long.json"
    facts=$(ask --cookie "$folder/cookies" -H "X-CSRF-Token: $token" --output "$folder/problem.json" \
        --write-out '%{http_code} %{content_type}' -H 'Content-Type: application/json' --data-binary "@$folder/long.json" \
        "$url/v1/owner/session/confirmation")
    [ "$facts" = "413 application/problem+json" ] || fail "$kind: a long body answers $facts"

    # A change arrives in a stream that stays open.
    local code app
    code=$("$health" apps pair --store "$store" | head -n 1)
    ask --fail --output "$folder/app.json" -H 'Content-Type: application/json' \
        --data "{\"identifier\":\"org.example.app\",\"name\":\"App\",\"version\":\"1\",\"pairingCode\":\"$code\"}" "$url/v1/apps"
    app=$(field token "$folder/app.json")
    "$health" apps grant org.example.app --read stepCount --share stepCount --store "$store" >/dev/null
    : >"$folder/changes.txt"
    ask --no-buffer -H "Authorization: Bearer $app" --output "$folder/changes.txt" \
        "$url/v1/changes?type=HKQuantityTypeIdentifierStepCount" 2>/dev/null &
    stream=$!
    begun() { [ -s "$folder/changes.txt" ]; }
    wait_for "$kind: the stream does not begin" begun
    ask --fail --output /dev/null -H "Authorization: Bearer $app" -H 'Content-Type: application/json' --data \
        '{"samples":[{"type":"HKQuantityTypeIdentifierStepCount","startDate":"2026-11-21T10:00:00Z","endDate":"2026-11-21T10:05:00Z","value":4321,"unit":"count"}]}' \
        "$url/v1/samples"
    changed() { grep -q '"value":4321' "$folder/changes.txt"; }
    wait_for "$kind: the change does not arrive" changed
    kill -0 "$stream" || fail "$kind: the stream has ended"
    kill "$stream"
    wait "$stream" 2>/dev/null || true
    stream=

    kill "$proxy" "$daemon"
    wait "$proxy" 2>/dev/null || true
    wait "$daemon" 2>/dev/null || true
    proxy= daemon=
    "$health" check --store "$store" >/dev/null || fail "$kind: the store is not intact"
    echo "check-proxies: $kind passes pages, sign-ins, streams, $megabytes MB and limits over HTTP/2"
}

check nginx
check caddy
