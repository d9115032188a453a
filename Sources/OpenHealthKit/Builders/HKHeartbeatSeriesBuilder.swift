// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

// Unchecked because its superclass is; a mutex guards the mutable state.
/// A builder that records the individual beats of a heartbeat series.
///
/// An error while adding a beat ends the builder, because a series with a missing beat would be wrong.
open class HKHeartbeatSeriesBuilder: HKSeriesBuilder, @unchecked Sendable {
    private struct State {
        var beats: [SeriesHeartbeat] = []
        var metadata = BuilderMetadata()
        var isOver = false
    }

    private let device: HKDevice?
    private let startDate: Date
    private let state = Mutex(State())

    /// Creates a builder.
    /// - Parameters:
    ///   - healthStore: The store that the series is saved to.
    ///   - device: The device that recorded the beats.
    ///   - startDate: The start date of the series.
    public init(healthStore: HKHealthStore, device: HKDevice?, start startDate: Date) {
        self.device = device
        self.startDate = startDate
        super.init(healthStore)
    }

    /// The maximum number of beats in a series. Apple does not publish its limit; this one corresponds to about a day of beats.
    open class var maximumCount: Int { 100_000 }

    /// Adds a beat.
    /// - Parameters:
    ///   - timeInterval: The time in seconds since the start of the series, later than the previous beat.
    ///   - precededByGap: Whether earlier beats may be missing.
    ///   - completion: Receives whether the beat was added, or an error, after which no more beats can be added:
    ///     `errorInvalidArgument` if the time is invalid or not later than the previous beat, if there are more beats than
    ///     ``maximumCount``, or if the builder has ended; or the error of saving if the app may not save the type.
    @preconcurrency
    open func addHeartbeatWithTimeInterval(
        sinceSeriesStartDate timeInterval: TimeInterval, precededByGap: Bool,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let most = Self.maximumCount
        work.perform { access in
            do {
                try await access.checkMaySave([HKSeriesType.heartbeat()])
                try self.state.withLock { state in
                    try Self.checkGoesOn(state)
                    guard timeInterval.isFinite, timeInterval >= 0, timeInterval > state.beats.last?.time ?? -1 else {
                        throw HKError(
                            .errorInvalidArgument,
                            "The time of a beat is not a number, or is not later than that of the previous beat.")
                    }
                    guard state.beats.count < most else {
                        throw HKError(
                            .errorInvalidArgument,
                            "A series has \(most) beats at most. Finish it and begin another.")
                    }
                    state.beats.append(SeriesHeartbeat(time: timeInterval, precededByGap: precededByGap))
                }
            } catch {
                self.discard()
                throw error
            }
        } completion: {
            $0.tell(completion)
        }
    }

    /// Adds a beat; see ``addHeartbeatWithTimeInterval(sinceSeriesStartDate:precededByGap:completion:)``.
    open func addHeartbeat(at timeInterval: TimeInterval, precededByGap: Bool) async throws {
        try await withCompletion {
            addHeartbeatWithTimeInterval(
                sinceSeriesStartDate: timeInterval, precededByGap: precededByGap, completion: $0)
        }
    }

    /// Adds metadata; a later entry replaces an earlier one with the same key.
    @preconcurrency
    open func addMetadata(
        _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        work.add(metadata, completion) { values in
            try self.state.withLock { state in
                try Self.checkGoesOn(state)
                state.metadata.add(values)
            }
        }
    }

    /// Adds metadata; see ``addMetadata(_:completion:)``.
    nonisolated(nonsending) open func addMetadata(_ metadata: [String: Any]) async throws {
        try await withCompletion { addMetadata(metadata, completion: $0) }
    }

    /// Saves the series and ends the builder.
    /// - Parameter completion: Receives the series, or an error: `errorInvalidArgument` if there are no beats or the builder has
    ///   ended.
    @preconcurrency
    open func finishSeries(completion: @escaping @Sendable (HKHeartbeatSeriesSample?, (any Error)?) -> Void) {
        work.perform { access -> HKHeartbeatSeriesSample in
            let (beats, metadata) = try self.state.withLock { state in
                try Self.checkGoesOn(state)
                return (state.beats, state.metadata.values)
            }
            guard let last = beats.last else {
                throw HKError(.errorInvalidArgument, "The series has no beats.")
            }
            let end = self.startDate.addingTimeInterval(last.time)
            let fields = try HKObjectValidation.fields(
                of: HKSeriesType.heartbeat(), start: self.startDate, end: end, device: self.device,
                metadata: metadata.objects)
            let series = HKHeartbeatSeriesSample(
                count: beats.count, startDate: self.startDate, endDate: end, fields: fields)
            let uuids = try await access.save([(series, .heartbeats(beats))])
            self.discard()
            guard let stored = try await access.ownObject(uuids[0]) as? HKHeartbeatSeriesSample else {
                throw HKError(.errorNoData, "The series no longer exists.")
            }
            return stored
        } completion: {
            $0.tell(completion)
        }
    }

    /// Saves the series and ends the builder; see ``finishSeries(completion:)``.
    open func finishSeries() async throws -> HKHeartbeatSeriesSample {
        try await withObject { finishSeries(completion: $0) }
    }

    /// Ends the builder and discards the beats.
    open override func discard() {
        state.withLock { state in
            state.isOver = true
            state.beats = []
        }
    }

    private static func checkGoesOn(_ state: State) throws {
        guard !state.isOver else {
            throw HKError(
                .errorInvalidArgument,
                "The series has been finished or discarded, or a beat failed. Create a new builder.")
        }
    }
}
