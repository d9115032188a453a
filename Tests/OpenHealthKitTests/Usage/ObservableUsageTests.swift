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
            model.steps = []
        }
        #expect(model.steps.isEmpty)
    }
}
