// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because its superclass is; it stores nothing itself.
/// The way that a workout took. The places themselves are read with a query.
public class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {
    /// Creates a series from stored parts.
    package init(count: Int, startDate: Date, endDate: Date, fields: HKObjectFields) {
        super.init(
            seriesType: .workoutRoute(), count: count, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Reads a sample from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}
