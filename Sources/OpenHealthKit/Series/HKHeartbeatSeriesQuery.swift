// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because its superclass is; the handler is immutable.
/// Reads the beats of a series, one after the other.
open class HKHeartbeatSeriesQuery: HKQuery, @unchecked Sendable {
    private let series: UUID
    private let dataHandler: @Sendable (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void

    /// Creates a query.
    /// - Parameters:
    ///   - heartbeatSeries: the series.
    ///   - dataHandler: takes for each beat the seconds since the start of the series, whether there may have been beats
    ///     before it that are missing, and whether it is the last one; or else an error, `errorNoData` where the series is
    ///     not there.
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
        { session, place in
            let beats = try await session.heartbeats(of: series, from: place, limit: 1000)
            place += beats.count
            return beats
        }
    }
}
