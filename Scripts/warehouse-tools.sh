#!/bin/bash
# What the tests of OpenHealthWarehouse need: Debian's ClickHouse and the library that is all of ZooKeeper (the package zookeeper wants
# a desktop's Java besides), and in .build/warehouse/tools a Python with the current ClickHouse, as
# Tests/Warehouse/requirements.txt says. Silent and idle when nothing is missing.
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
