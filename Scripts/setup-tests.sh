#!/bin/bash
# Installs the dependencies of all tests, except those of the build, of the scripts that install their own, and of cohorts
# (Cohorts/Scripts/setup.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/setup.sh iproute2 python3 python3-venv oathtool zbar-tools curl libxml2-utils age
# The tool is built separately.
HEALTH_BINARY=- . Scripts/web-tools.sh
