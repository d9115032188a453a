// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The data of a screen.
enum HealthMetricContext: String {
    case steps
    case weight

    var title: String {
        switch self {
        case .steps: "Steps"
        case .weight: "Weight"
        }
    }

    /// The number of decimals to show.
    var fractionLength: Int { self == .steps ? 0 : 1 }
}
