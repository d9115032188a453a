# To be sourced in the root of the repository. `built PRODUCT` builds a product in debug mode and sets `bin`, the folder of the
# products. A script that has built everything exports BUILT, the folder, so that the scripts that it calls do not build again:
# each call of the package manager takes seconds even if nothing has changed. SWIFT_BUILD_FLAGS are further flags of each build; other
# flags build everything again.

# Builds for debugging, with arguments for the package manager. It passes macros and traits of dependencies in the order of a hash
# table, and another order compiles these dependencies again, so the order is fixed.
build() {
    # shellcheck disable=SC2086 # the flags are meant to be split
    SWIFT_DETERMINISTIC_HASHING=1 swift build ${SWIFT_BUILD_FLAGS:-} "$@"
}

built() {
    bin=${BUILT:-}
    [ -z "$bin" ] || return 0
    build --product "$1" >&2
    bin=$(swift build --show-bin-path)
}

# Builds everything, with the tests, unless it is built, and exports BUILT.
built_tests() {
    if [ -z "${BUILT:-}" ]; then
        build --build-tests || return
        BUILT=$(swift build --show-bin-path)
        export BUILT
    fi
    bin=$BUILT
}
