// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the superclass is; the class has no stored properties.
/// The individual heartbeats of a few minutes. Use a query to read the heartbeats.
public class HKHeartbeatSeriesSample: HKSeriesSample, @unchecked Sendable {
    /// Creates a series from stored fields.
    package convenience init(count: Int, startDate: Date, endDate: Date, fields: HKObjectFields) {
        self.init(
            seriesType: .heartbeat(), count: count, startDate: startDate, endDate: endDate, fields: fields)
    }
}
