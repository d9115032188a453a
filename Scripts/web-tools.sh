#!/bin/bash
# Installs the dependencies of the tests of the web app and of the dashboard's screenshot: packages, those in
# Tests/Web/requirements.txt, and the tool. To be sourced in the root of the repository; sets `python` and HEALTH_BINARY.
Scripts/setup.sh chromium chromium-driver libjs-chart.js python3 python3-venv fonts-noto-cjk poppler-utils
tools=$PWD/.build/web/tools

Scripts/python-tools.sh "$tools" Tests/Web/requirements.txt --no-deps

if [ -z "${HEALTH_BINARY:-}" ]; then
    . Scripts/built.sh
    built health
    HEALTH_BINARY=$bin/health
fi
python=$tools/bin/python
export HEALTH_BINARY PYTHONPYCACHEPREFIX=$PWD/.build/web/pycache
