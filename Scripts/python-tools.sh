#!/bin/sh
# usage: Scripts/python-tools.sh FOLDER REQUIREMENTS [ARGUMENT...]
# Creates a Python environment in the folder with the packages of the file of requirements; arguments go to pip. Does nothing if they
# are installed. Modules are compiled when they are first imported, since the tests use few of them.
set -eu
folder=$1
requirements=$2
shift 2
cmp -s "$requirements" "$folder/installed.txt" && exit 0
echo "installing the packages of $requirements"
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --no-compile "$@" -r "$requirements"
cp "$requirements" "$folder/installed.txt"
