#!/bin/bash
# Decrypts a backup with the program age, and restores one that age encrypted.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PYTHONDONTWRITEBYTECODE=1

. Scripts/built.sh
built health
health=$bin/health
"$health" demo "$folder/demo.zip" --records 5000 >/dev/null
"$health" import "$folder/demo.zip" --timezone Europe/Berlin --store "$folder/health.db" >/dev/null
printf 'correct horse battery\n' >"$folder/passphrase.txt"

"$health" backup "$folder/ours.age" --encrypt --passphrase-file "$folder/passphrase.txt" --store "$folder/health.db" >/dev/null
python3 Scripts/age/with_passphrase.py 'correct horse battery' age --decrypt --output "$folder/ours.zip" "$folder/ours.age"
if python3 Scripts/age/with_passphrase.py 'wrong' age --decrypt --output "$folder/wrong.zip" "$folder/ours.age" 2>/dev/null; then
    echo "check-age: age accepted a wrong passphrase"
    exit 1
fi
python3 -m zipfile -e "$folder/ours.zip" "$folder/unpacked"
"$health" check --store "$folder/unpacked/health.db" >/dev/null
"$health" types --store "$folder/health.db" >"$folder/before.txt"
"$health" types --store "$folder/unpacked/health.db" | cmp - "$folder/before.txt"

python3 Scripts/age/with_passphrase.py 'from age' age --encrypt --passphrase --output "$folder/theirs.age" "$folder/ours.zip"
printf 'from age' | "$health" restore "$folder/theirs.age" --store "$folder/restored.db" >/dev/null
"$health" types --store "$folder/restored.db" | cmp - "$folder/before.txt"
if printf 'wrong' | "$health" restore "$folder/theirs.age" --store "$folder/wrong.db" 2>/dev/null; then
    echo "check-age: health accepted a wrong passphrase"
    exit 1
fi
[ ! -e "$folder/wrong.db" ]
echo "check-age: OK ($(age --version))"
