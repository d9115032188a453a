// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit

@main enum Main {
    static func main() {
        let miles = HKQuantity(unit: .mile(), doubleValue: 26.2)
        print(HKQuantityType(.distanceWalkingRunning).identifier, miles.doubleValue(for: .meterUnit(with: .kilo)))
    }
}
