// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One point of a chart.
struct HealthMetric: Identifiable {
    let id = UUID()

    /// The beginning of the day.
    let date: Date
    let value: Double
}
