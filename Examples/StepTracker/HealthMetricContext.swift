// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Which data a screen is about.
enum HealthMetricContext: String {
    case steps
    case weight

    var title: String {
        switch self {
        case .steps: "Steps"
        case .weight: "Weight"
        }
    }

    /// How many decimals are shown.
    var fractionLength: Int { self == .steps ? 0 : 1 }
}
