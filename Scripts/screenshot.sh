#!/bin/bash
# Makes the picture of the dashboard that the README shows: demo data up to yesterday, in Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/web-tools.sh
exec "$python" Tests/Web/screenshot.py Documentation/dashboard.png
