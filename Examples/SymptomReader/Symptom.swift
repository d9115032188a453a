// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// The app's own model of a symptom.
struct Symptom {
    let name: String
    let severity: String
    let date: Date

    init(_ sample: HKCategorySample) {
        name = sample.categoryType.identifier.replacingOccurrences(of: "HKCategoryTypeIdentifier", with: "")
        date = sample.startDate
        switch HKCategoryValueSeverity(rawValue: sample.value) {
        case .notPresent: severity = "not present"
        case .mild: severity = "mild"
        case .moderate: severity = "moderate"
        case .severe: severity = "severe"
        default: severity = "unspecified"
        }
    }
}
