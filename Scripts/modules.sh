# The library products of both packages, for use by other scripts.
MODULES="OpenHealthModel OpenHealthStatistics OpenHealthInsights OpenHealthFormats OpenHealthSharing OpenHealthTestBasics OpenHealthDemo OpenHealthSession OpenHealthStore OpenHealthAccess CoreLocation UniformTypeIdentifiers OSLog OpenHealthKit HealthKit OpenCombineOperators OpenHealthConnectivity OpenHealthOperations HealthKitCombine OpenHealthAPI OpenHealthServer OpenHealthPages OpenHealthRemote HealthKitRemote OpenHealthCommandLine OpenHealthTestSupport OpenHealthFuzzing OpenHealthWarehouse"

# Prints the folder of the package of a module.
package_of() {
    case $1 in
        OpenHealthWarehouse) echo Cohorts ;;
        *) echo . ;;
    esac
}
