#!/bin/bash
# Builds a tool for packages and puts all files to install into a folder, relative to /usr: the stripped tool with Swift's libraries linked
# in, manual pages, completions, and for health the files of the pages. The build is reproducible.
# Usage: packaging/build-program.sh FOLDER [PROGRAM], where PROGRAM is health or health-cohort.
# PORTABLE=yes supports glibc 2.35; otherwise packed relocations save 4 MB, which require 2.36.
set -euo pipefail
cd "$(dirname "$0")/.."
stage=${1:?usage: packaging/build-program.sh FOLDER [PROGRAM]}
program=${2:-health}
case $program in
    health) package=. ;;
    health-cohort) package=Cohorts ;;
    *) echo "build-program: $program is neither health nor health-cohort" >&2; exit 2 ;;
esac

# Absolute paths in the source positions would make the output depend on the folder of the build.
scratch=.build/static
here=$PWD
flags=(-c release --package-path "$package" --product "$program" --static-swift-stdlib --scratch-path "$here/$scratch"
    -debug-info-format none
    -Xcc "-ffile-prefix-map=$here/=" -Xcxx "-ffile-prefix-map=$here/="
    -Xswiftc -file-prefix-map -Xswiftc "$here/="
    # With several threads, the addresses in the compiler depend on their timing; see below.
    -Xswiftc -num-threads -Xswiftc 1)
# Half of the size would be unused locale data, and symbols and relocations for other programs.
library=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")/lib/swift_static/linux/lib_FoundationICU.a
mkdir -p "$scratch"
data=$(packaging/trim-icu.py "$library" "$scratch/icu.s")
clang -c "$scratch/icu.s" -o "$scratch/icu.o"
flags+=(-Xswiftc -use-ld=lld -Xlinker "$here/$scratch/icu.o" -Xlinker "--defsym=$data=openhealthkit_locale_data"
    -Xlinker --no-export-dynamic -Xlinker --icf=safe -Xlinker --build-id=none)
[ "${PORTABLE:-}" = yes ] || flags+=(-Xlinker -z -Xlinker pack-relative-relocs)

built=$(swift build "${flags[@]}" --show-bin-path)
if [ "$package" = Cohorts ]; then
    . Scripts/built.sh
    bin=$built
    mkdir -p "$bin"
    renew_cohorts
fi

# The order in which the compiler optimizes depends on its hashes and addresses, so both are the same in each build. JOBS=1 compiles
# one module at a time: which of two concurrent compilers builds a module of C headers that both need changes their addresses, too.
export SWIFT_DETERMINISTIC_HASHING=1
same_addresses=()
! setarch -R true 2>/dev/null || same_addresses=(setarch -R)
"${same_addresses[@]}" swift build "${flags[@]}" ${JOBS:+--jobs "$JOBS"}
[ "$package" = . ] || touch "$built/cohorts-built"

rm -rf "$stage"
mkdir -p "$stage/bin" "$stage/share/man/man1"
tool=$stage/bin/$program
install -m 755 "$built/$program" "$tool"
strip --strip-all --remove-section=.comment --remove-section=.note "$tool"
# The hashes of modules, which nothing reads, depend on the folder of the build.
hashes=.swift_modhash
size=$(objdump --section-headers "$tool" | awk -v name="$hashes" '$2 == name { print $3 }')
head -c "$((16#${size:-0}))" /dev/zero >"$scratch/hashes"
[ -z "$size" ] || objcopy --update-section "$hashes=$scratch/hashes" "$tool"
if [ "$program" = health ]; then
    mkdir -p "$stage/share/openhealthkit"
    cp -R Sources/OpenHealthPages/Web "$stage/share/openhealthkit/web"
fi

# The manual and the completions are generated from the tool's description of its own arguments.
"$tool" --experimental-dump-help >"$scratch/help.json"
packaging/man-pages.py "$scratch/help.json" "$(Scripts/version.sh)" "$stage/share/man/man1"
# The page of the program that `health cohort` runs is in its own package.
[ "$program" != health ] || rm -f "$stage/share/man/man1/health-cohort.1"
gzip --best --no-name "$stage"/share/man/man1/*.1
completions() {
    mkdir -p "$stage/share/$2"
    packaging/completions.sh "$tool" "$1" >"$stage/share/$2/$3"
}
completions bash bash-completion/completions "$program"
completions zsh zsh/vendor-completions "_$program"
completions fish fish/vendor_completions.d "$program.fish"

find "$stage" -type d -exec chmod 755 {} +
find "$stage" -type f ! -path "$stage/bin/*" -exec chmod 644 {} +
