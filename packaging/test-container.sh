#!/bin/bash
# Builds the container from the packages in dist, and runs it as packaging/README.md describes: with a read-only root file system,
# without capabilities, with its store in a volume, and behind a proxy with TLS as in packaging/compose.yaml. Requires podman.
# BASE is an archive of a Debian to use in place of the image from the registry; without network to the registry, one is made by
# debootstrap, and Debian's caddy takes the place of the image of the proxy.
set -euo pipefail
cd "$(dirname "$0")/.."
ls dist/openhealthkit_*.deb dist/openhealthkit-cohort_*.deb >/dev/null 2>&1 ||
    { echo "test-container: both packages are not in dist; run make deb first" >&2; exit 1; }

# compose.yaml names its container, so this test would end it.
if podman container exists openhealthkit; then
    echo "test-container: a container openhealthkit exists; stop and remove it first, or use another machine" >&2
    exit 1
fi

debian=docker.io/library/debian:bookworm-slim
caddy=docker.io/library/caddy:2
name=openhealthkit-test
volume=openhealthkit-test-data
port=18485
log=.build/test-container.log
compose=(env HEALTH_HOST=localhost podman-compose --file packaging/compose.yaml --project-name openhealthkit-test)
mkdir -p .build
: >"$log"
ended() {
    podman rm --force "$name" >>"$log" 2>&1 || true
    podman volume rm --force "$volume" >>"$log" 2>&1 || true
    [ -z "${composed:-}" ] || "${compose[@]}" down --volumes >>"$log" 2>&1 || true
}
trap ended EXIT
ended
step() { printf '\n== %s\n' "$*"; }
fail() { printf 'test-container: %s\n' "$*" >&2; tail -n 20 "$log" >&2; exit 1; }
has() { grep -qE -- "$1" <<<"$2" || fail "expected $1 in: $2"; }
# Waits up to 30 s until a URL answers.
answers() {
    for _ in $(seq 150); do
        ! curl --fail --silent --insecure --max-time 5 "$1" || { echo; return 0; }
        sleep 0.2
    done
    return 1
}

step "base image"
if [ -n "${BASE:-}" ]; then
    podman import "$BASE" "$debian" >>"$log" 2>&1 || fail "$BASE cannot be imported"
elif ! podman image exists "$debian" && ! podman pull "$debian" >>"$log" 2>&1; then
    echo "the registry cannot be reached; debootstrap makes the base"
    root=.build/container/base
    rm -rf "$root" && mkdir -p "$root"
    debootstrap --variant=minbase bookworm "$root" "${MIRROR:-http://deb.debian.org/debian}" >>"$log" 2>&1 || fail "debootstrap failed"
    cp -R /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
    tar -C "$root" -c . | podman import - "$debian" >>"$log" 2>&1 || fail "the base cannot be imported"
    rm -rf "$root"
fi

step "podman build"
podman build --format docker --file packaging/Containerfile --tag openhealthkit . >>"$log" 2>&1 || fail "the build failed"
podman image inspect --format '{{.User}} {{.Config.Healthcheck.Test}}' openhealthkit

step "podman run --read-only"
start() {
    podman run --detach --name "$name" --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
        --volume "$volume:/data" --publish "127.0.0.1:$port:8484" openhealthkit >>"$log" 2>&1 || fail "the container does not start"
    answers "http://127.0.0.1:$port/healthz" || { podman logs "$name" >>"$log" 2>&1; fail "the server does not answer"; }
}
inside() { podman exec "$name" "$@"; }
start
podman healthcheck run "$name" >>"$log" 2>&1 || fail "the health check fails"
[ "$(inside id -u)" = 10001 ] || fail "the server runs as another user than 10001"
! inside touch /etc/written 2>>"$log" || fail "the root file system can be written"
has '<html' "$(curl --fail --silent --max-time 20 --location "http://127.0.0.1:$port/")"
has 'code' "$(podman logs "$name" 2>&1)"

step "demo, import, statistics, the same store after a restart, and the program of cohorts"
inside health demo /tmp/demo.zip --records 20000 --last-day 2024-05-31 --timezone Europe/Berlin >>"$log" 2>&1 || fail "no demo"
inside health import /tmp/demo.zip --timezone Europe/Berlin 2>&1 | head -n 3
statistics=$(inside health statistics stepCount --every month)
has '2024-05' "$statistics"
SECONDS=0
podman stop --time 30 "$name" >>"$log" 2>&1
[ "$SECONDS" -lt 25 ] || fail "the server does not stop on SIGTERM"
podman rm "$name" >>"$log" 2>&1
start
[ "$statistics" = "$(inside health statistics stepCount --every month)" ] || fail "a new container has other statistics"
has 'no fault was found' "$(inside health check)"
has 'created p001.db to p002.db' "$(inside health cohort demo /tmp/people --participants 2 --days 3)"
podman rm --force "$name" >>"$log" 2>&1

step "behind a proxy with TLS"
if ! command -v podman-compose >/dev/null 2>&1; then
    echo "no podman-compose here (apt-get install podman-compose), so packaging/compose.yaml is not tried"
else
    if ! podman image exists "$caddy" && ! podman pull "$caddy" >>"$log" 2>&1; then
        echo "the registry cannot be reached; the proxy is Debian's caddy"
        printf 'FROM %s\nRUN apt-get update && apt-get install --yes --no-install-recommends caddy\n' "$debian" |
            podman build --tag "$caddy" - >>"$log" 2>&1 || fail "the proxy cannot be built"
    fi
    composed=yes
    "${compose[@]}" up --detach >>"$log" 2>&1 || fail "podman-compose failed"
    answers https://localhost/healthz || { podman logs openhealthkit >>"$log" 2>&1; fail "the proxy does not answer"; }
    has '<html' "$(curl --fail --silent --insecure --max-time 20 --location https://localhost/)"
    has 'https://localhost' "$(podman logs openhealthkit 2>&1)"
fi
printf '\ntest-container: all OK\n'
