// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit
import Testing

/// A model as apps write it: on Apple's systems, `@Observable` needs no import besides Foundation's.
@Observable private final class StepModel {
    var steps: [HKQuantitySample] = []
}

@Suite struct ObservableUsageTests {
    @Test func changesOfAModelAreObserved() async {
        let model = StepModel()
        await confirmation { confirm in
            withObservationTracking {
                _ = model.steps
            } onChange: {
                confirm()
            }
            let type = HKQuantityType(.stepCount)
            let date = Date(timeIntervalSinceReferenceDate: 0)
            model.steps = [
                HKQuantitySample(
                    type: type, quantity: HKQuantity(unit: .count(), doubleValue: 1), start: date, end: date)
            ]
        }
        #expect(model.steps.count == 1)
    }
}
