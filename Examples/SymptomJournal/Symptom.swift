// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine

/// The app's own model of a symptom.
struct Symptom {
    let name: String
    let severity: String
    let date: Date

    /// Creates a symptom, or returns nil for samples that note its absence and for types that the app does not support.
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
