// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// The app's own model of a symptom.
struct Symptom: Hashable {
    let name: String
    let severity: Int
    let date: Date

    init(_ sample: HKCategorySample) {
        name = sample.categoryType.identifier
        severity = sample.value
        date = sample.startDate
    }
}
