#!/bin/bash
# Installs the dependencies of the tests of OpenHealthWarehouse: Debian's ClickHouse and the library that contains all of
# ZooKeeper (the package zookeeper would also install a desktop's Java), and in .build/warehouse/tools a Python environment with
# the current ClickHouse, as specified by Tests/Warehouse/requirements.txt. Does nothing if everything is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/setup.sh clickhouse-server libzookeeper-java default-jre-headless util-linux python3 python3-venv
tools=$PWD/.build/warehouse/tools
requirements=Tests/Warehouse/requirements.txt

cmp -s "$requirements" "$tools/installed.txt" && exit 0
echo "warehouse-tools: installing what stands in $requirements"
rm -rf "$tools"
python3 -m venv "$tools"
"$tools/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$requirements"
cp "$requirements" "$tools/installed.txt"
