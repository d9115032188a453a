#!/bin/sh
# Writes dist/SHA256SUMS and signs it. Usage: packaging/sign-release.sh KEY, the secret key of minisign or of SSH.
set -eu
key=${1:?usage: packaging/sign-release.sh KEY}
[ -f "$key" ] || { echo "sign-release: no key at $key" >&2; exit 1; }
# The key's path may be relative to the caller's folder.
key=$(realpath "$key")
cd "$(dirname "$0")/.."
version=$(Scripts/version.sh)

cd dist
set -- openhealthkit_"$version"_*.deb openhealthkit-cohort_"$version"_*.deb openhealthkit-"$version"*
for file in "$@"; do
    [ -f "$file" ] || { echo "sign-release: dist has no $file; run make deb tarball first" >&2; exit 1; }
done
rm -f SHA256SUMS SHA256SUMS.sig SHA256SUMS.minisig
sha256sum "$@" >SHA256SUMS
case $(head -n 1 "$key") in
    *"OPENSSH PRIVATE KEY"*) ssh-keygen -q -Y sign -f "$key" -n openhealthkit SHA256SUMS && ls SHA256SUMS.sig ;;
    *minisign*) minisign -S -s "$key" -m SHA256SUMS -t "openhealthkit $version" && ls SHA256SUMS.minisig ;;
    *) echo "sign-release: $key is a key of neither minisign nor SSH" >&2; exit 1 ;;
esac
