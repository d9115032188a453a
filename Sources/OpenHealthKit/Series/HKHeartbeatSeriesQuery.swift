// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because its superclass is; the handler is immutable.
/// A query for the beats of a heartbeat series.
open class HKHeartbeatSeriesQuery: HKQuery, @unchecked Sendable {
    private let series: UUID
    private let dataHandler: @Sendable (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void

    /// Creates a query.
    /// - Parameters:
    ///   - heartbeatSeries: The series.
    ///   - dataHandler: Receives for each beat the time in seconds since the start of the series, whether beats before it may be
    ///     missing, and whether it is the last beat; or an error: `errorNoData` if the series does not exist.
    @preconcurrency
    public init(
        heartbeatSeries: HKHeartbeatSeriesSample,
        dataHandler: @escaping @Sendable (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void
    ) {
        series = heartbeatSeries.uuid
        self.dataHandler = dataHandler
        super.init(objectType: HKSeriesType.heartbeat(), predicate: nil)
    }

    override func run(_ context: HealthContext) async {
        await handOut(context, from: 0, read: Self.read(series)) { beat, isLast, error in
            dataHandler(self, beat?.time ?? 0, beat?.precededByGap ?? false, isLast, error)
        }
    }

    static func read(_ series: UUID) -> PageRead<Int, SeriesHeartbeat> {
        { access, place in
            let beats = try await access.heartbeats(of: series, from: place, limit: 1000)
            place += beats.count
            return beats
        }
    }
}
