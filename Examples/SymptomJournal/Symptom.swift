// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine

/// What the app itself knows of a symptom.
struct Symptom {
    let name: String
    let severity: String
    let date: Date

    /// Nil for what is no symptom: a note that there was none, and types that the app does not know.
    init?(_ sample: HKCategorySample) {
        guard let name = SymptomType.name(of: sample.categoryType) else {
            return nil
        }
        switch HKCategoryValueSeverity(rawValue: sample.value) {
        case .mild: severity = "mild"
        case .moderate: severity = "moderate"
        case .severe: severity = "severe"
        case .unspecified: severity = "present"
        default: return nil
        }
        self.name = name
        date = sample.startDate
    }
}
