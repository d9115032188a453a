#!/bin/sh
# Installs the tools for one user, below ~/.local, or below the folder of --prefix. --uninstall removes it again.
# Health data is not affected by either.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=$HOME/.local
action=install
while [ $# -gt 0 ]; do
    case $1 in
        --prefix) prefix=${2:?install.sh: --prefix needs a folder}; shift 2 ;;
        --uninstall) action=uninstall; shift ;;
        -h | --help) echo "usage: install.sh [--prefix FOLDER] [--uninstall]"; exit 0 ;;
        *) echo "install.sh: unknown option $1; usage: install.sh [--prefix FOLDER] [--uninstall]" >&2; exit 2 ;;
    esac
done

if [ "$action" = uninstall ]; then
    (cd "$here" && find bin lib share -type f) | while IFS= read -r file; do rm -f "$prefix/$file"; done
    rm -rf "$prefix/share/openhealthkit/web" "$prefix/lib/openhealthkit"
    rmdir "$prefix/share/openhealthkit" 2>/dev/null || true
    echo "removed the tools from $prefix; stores remain, by default ${XDG_DATA_HOME:-$HOME/.local/share}/openhealthkit/health.db"
    exit 0
fi

if ! "$here/bin/health" --version >/dev/null 2>&1; then
    "$here/bin/health" --version || true
    echo "install.sh: the tool does not run here; it needs a 64-bit Linux with glibc 2.35 or later (ldd --version)" >&2
    exit 1
fi
(cd "$here" && find bin lib share -type d) | while IFS= read -r folder; do mkdir -p "$prefix/$folder"; done
(cd "$here" && find bin lib share -type f) | while IFS= read -r file; do
    # A running server keeps the old file.
    cp -f "$here/$file" "$prefix/$file.new" && mv -f "$prefix/$file.new" "$prefix/$file"
done
echo "installed $("$prefix/bin/health" --version) in $prefix/bin/health"
case :$PATH: in
    *":$prefix/bin:"*) ;;
    *) echo "add it to your PATH: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
