# The library products, for other scripts to read.
MODULES="HealthModel HealthFormats HealthStore HealthTestSupport"
