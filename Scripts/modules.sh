# The library products, for other scripts to read.
MODULES="HealthModel HealthStatistics HealthFormats HealthStore CoreLocation UniformTypeIdentifiers OSLog OpenHealthKit HealthKit HealthKitCombine HealthAPI HealthServer HealthRemote HealthWarehouse HealthTestSupport"
