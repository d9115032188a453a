# To be sourced in the root of the repository. `built PRODUCT` builds a product in debug mode and sets `bin`, the folder of the
# products; `built` alone builds everything but the tests. A script that has built everything exports BUILT, the folder, so that the
# scripts that it calls do not build again: each call of the package manager takes seconds even if nothing has changed.
# SWIFT_BUILD_FLAGS are further flags of each build; other flags build everything again.

# Builds for debugging, with arguments for the package manager. It passes macros and traits of dependencies in the order of a hash
# table, and another order compiles these dependencies again, so the order is fixed.
build() {
    # shellcheck disable=SC2086 # the flags are meant to be split
    SWIFT_DETERMINISTIC_HASHING=1 swift build ${SWIFT_BUILD_FLAGS:-} "$@"
}

built() {
    bin=${BUILT:-}
    [ -z "$bin" ] || return 0
    build ${1:+--product "$1"} >&2
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

# Builds the package in Cohorts, and the tool, which its tests run, unless both are built, and exports BUILT_COHORTS. Arguments are further
# flags, such as --build-tests. The products are in the folder of the root's, which contains the modules of the library already.
built_cohorts() {
    if [ -z "${BUILT_COHORTS:-}" ]; then
        built health || return
        renew_cohorts
        build --package-path Cohorts --scratch-path "$PWD/.build" "$@" >&2 || return
        touch "$bin/cohorts-built"
        BUILT_COHORTS=$bin
        export BUILT_COHORTS
    fi
    bin=$BUILT_COHORTS
}

# Prepares a build of the package in Cohorts into the folder of products `bin`, in which the root was built. The package manager does not
# detect there which modules of the library have changed, so what was compiled with an older one is removed. The caller touches
# cohorts-built in this folder after its build.
renew_cohorts() {
    # The same versions of the dependencies, which are not compiled a second time.
    if [ -e Package.resolved ] && { [ ! -e Cohorts/Package.resolved ] || [ Package.resolved -nt Cohorts/Package.resolved ]; }; then
        cp Package.resolved Cohorts/Package.resolved
    fi
    [ -e "$bin/cohorts-built" ] || touch -d @0 "$bin/cohorts-built"
    local changed
    # The modules that Cohorts can import, and those of its tests.
    changed=$(find "$bin/Modules" -name '*.swiftmodule' \( -name 'OpenHealth*' -o -name ProcessTestSupport.swiftmodule \
        -o -name TestTimeLimits.swiftmodule \) ! -name '*Tests.swiftmodule' ! -name OpenHealthWarehouse.swiftmodule \
        ! -name OpenHealthServer.swiftmodule ! -name OpenHealthPages.swiftmodule -newer "$bin/cohorts-built" 2>/dev/null)
    [ -z "$changed" ] || forget_cohorts
}

# Removes what was built of the package in Cohorts.
forget_cohorts() {
    rm -rf "$bin"/health-cohort "$bin"/health-cohort.product "$bin"/WomensStudy "$bin"/WomensStudy.product \
        "$bin"/open-health-kit-cohortsPackageTests.*
    for target in OpenHealthWarehouse WarehouseTestSupport OpenHealthWarehouseTests HealthCohortTests WomensStudy health_cohort; do
        # The output file map is created when the build is planned, which is skipped if nothing has changed since.
        if [ -d "$bin/$target.build" ]; then
            find "$bin/$target.build" -type f ! -name output-file-map.json -delete
        fi
    done
}
