#!/bin/bash
# Tests the web app in Chromium, against the real tool and real stores; see Tests/Web/README.md. Arguments go to pytest:
#     Scripts/test-web.sh -k dashboard
# HEALTH_BINARY is another tool than the one that is built here, HEALTH_WEB a folder of web files that the daemon reads anew
# for each page.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/web-tools.sh
cache=$PWD/.build/web/pytest
# Two browsers side by side, each with daemons of its own; one for chosen tests.
workers=0
[ $# -gt 0 ] || workers=${BROWSERS:-2}
cd Tests/Web
status=0
"$python" -m pytest -o "cache_dir=$cache" -n "$workers" --dist worksteal "$@" || status=$?
# 1 is that tests failed, and nothing else. They run once more, on a machine that does less: what fails again fails the run.
[ "$status" = 1 ] || exit "$status"
echo "test-web: what failed runs once more by itself; what passes now depends on time"
exec "$python" -m pytest -o "cache_dir=$cache" --last-failed --last-failed-no-failures none
