#!/bin/bash
# Creates the README's screenshot of the dashboard: demo data up to yesterday, in Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/web-tools.sh
exec "$python" Tests/Web/screenshot.py Documentation/dashboard.png
