#!/bin/bash
# Tests the web app in Chromium, with the real tool and real stores; see Tests/Web/README.md. Arguments go to pytest:
#     Scripts/test-web.sh -k dashboard
# HEALTH_BINARY is another tool instead of the one that is built here, HEALTH_WEB a folder of web files that the daemon reads
# again for each page.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/web-tools.sh
cache=$PWD/.build/web/pytest
# Two browsers run concurrently, each with its own daemons; selected tests use one.
workers=0
[ $# -gt 0 ] || workers=${BROWSERS:-2}
cd Tests/Web
exec "$python" -m pytest -o "cache_dir=$cache" -n "$workers" --dist worksteal "$@"
