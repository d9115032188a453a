// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct FormatArgumentTests {
    @Test func objectsAppearInFormatsWithTheirDescriptions() {
        let quantity = HKQuantity(unit: HKUnit(from: "mg/dL"), doubleValue: 5)
        #expect(String(format: "%@ %@ %d", quantity, HKUnit.meter(), 3) == "5 mg/dL m 3")
        let (date, uuid) = (Date(timeIntervalSince1970: 0), UUID())
        #expect(String(format: "%@|%@", date, uuid) == "\(date.description)|\(uuid.description)")
        let objects: [any CVarArg & NSObject] = [
            HKQuantityType(.stepCount), HKSource.default(), HealthModelTestSamples.revision,
            HealthModelTestSamples.device,
            HealthModelTestSamples.workout,
        ]
        for object in objects { #expect(String(format: "%@", object) == object.description) }
    }
}
