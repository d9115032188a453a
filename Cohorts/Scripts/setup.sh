#!/bin/bash
# Installs the dependencies of the tests of cohorts: Debian's ClickHouse and the library that contains all of ZooKeeper (the package
# zookeeper would also install a desktop's Java), and in .build/warehouse/tools of the folder above a Python environment with the current
# ClickHouse, as specified by Tests/Warehouse/requirements.txt. Does nothing if everything is installed.
set -euo pipefail
cd "$(dirname "$0")/../.."
Scripts/setup.sh clickhouse-server libzookeeper-java default-jre-headless util-linux python3 python3-venv
Scripts/python-tools.sh "$PWD/.build/warehouse/tools" Cohorts/Tests/Warehouse/requirements.txt --no-deps
