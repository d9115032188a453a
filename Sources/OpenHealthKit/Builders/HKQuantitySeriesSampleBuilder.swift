// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

// Unchecked because the class is open and so cannot be final; what changes is behind a mutex.
/// Gathers readings of a quantity, which are saved as one sample that holds them all.
///
/// The sample's own value is the sum of the readings for types that add up, and their average for the others: the mean, or of
/// levels in decibels the level of the mean energy.
open class HKQuantitySeriesSampleBuilder: NSObject, @unchecked Sendable {
    /// The quantity type.
    public let quantityType: HKQuantityType
    /// When the sample begins; no reading begins earlier.
    public let startDate: Date
    /// The device.
    public let device: HKDevice?
    private let work: BuilderQueue
    private let readings = Mutex(GatheredReadings())

    /// Creates a builder.
    /// - Parameters:
    ///   - healthStore: where the sample is saved.
    ///   - quantityType: what is measured.
    ///   - startDate: when the sample begins.
    ///   - device: what measures it.
    public init(healthStore: HKHealthStore, quantityType: HKQuantityType, startDate: Date, device: HKDevice?) {
        self.quantityType = quantityType
        self.startDate = startDate
        self.device = device
        work = BuilderQueue(healthStore)
        super.init()
    }

    /// Adds a reading over an interval. It takes the place of an earlier one with the same start.
    /// - Parameters:
    ///   - quantity: the value, in a unit that the type is measured in.
    ///   - dateInterval: when it was measured.
    /// - Throws: an `HKError`, `errorInvalidArgument` for a unit that does not fit, a value that is not a number, an interval that
    ///   begins before ``startDate``, while the sample is saved, and after the end of the builder.
    open func insert(_ quantity: HKQuantity, for dateInterval: DateInterval) throws {
        do {
            try HKObjectValidation.checkQuantity(quantity, of: quantityType)
        } catch {
            throw HKError(.errorInvalidArgument, error.description)
        }
        guard dateInterval.start >= startDate else {
            throw HKError(.errorInvalidArgument, "The reading begins before the series.")
        }
        try readings.withLock { try $0.insert(quantity, for: dateInterval, type: quantityType) }
    }

    /// Adds a reading at an instant; see ``insert(_:for:)``.
    open func insert(_ quantity: HKQuantity, at date: Date) throws {
        try insert(quantity, for: DateInterval(start: date, duration: 0))
    }

    /// Saves the sample, which ends with its last reading, and ends the builder.
    /// - Parameters:
    ///   - metadata: more about the sample.
    ///   - completion: see ``finishSeries(metadata:endDate:completion:)``.
    @preconcurrency
    open func finishSeries(
        metadata: [String: Any]?, completion: @escaping @Sendable ([HKQuantitySample]?, (any Error)?) -> Void
    ) {
        finishSeries(metadata: metadata, endDate: nil, completion: completion)
    }

    /// Saves the sample and ends the builder.
    ///
    /// A single reading makes an ordinary sample, at the time of the reading.
    /// - Parameters:
    ///   - metadata: more about the sample.
    ///   - endDate: when the sample ends; nil for the end of its last reading.
    ///   - completion: takes the sample, else an error: `errorInvalidArgument` where there are no readings, where one ends after
    ///     the sample, and after the end of the builder; and what saving gives where the app may not save the type.
    @preconcurrency
    open func finishSeries(
        metadata: [String: Any]?, endDate: Date?,
        completion: @escaping @Sendable ([HKQuantitySample]?, (any Error)?) -> Void
    ) {
        let values = Result { try BuilderMetadata.values(metadata) }
        work.perform { session -> [HKQuantitySample] in
            let values = try values.get()
            let readings = try self.readings.withLock { readings in
                try readings.beginSaving()
                return readings
            }
            do {
                let stored = try await self.save(readings.sorted(), end: endDate, metadata: values, session)
                self.readings.withLock { $0.endSaving(true) }
                return [stored]
            } catch {
                self.readings.withLock { $0.endSaving(false) }
                throw error
            }
        } completion: {
            $0.tell(completion)
        }
    }

    private func save(
        _ series: GatheredReadings, end: Date?, metadata: [String: HKMetadataValue], _ session: any HealthSession
    ) async throws -> HKQuantitySample {
        let sample = try series.sample(
            of: quantityType, start: startDate, end: end, device: device, metadata: metadata)
        let uuids = try await session.save([(sample, sample.count > 1 ? .quantities(series.readings) : nil)])
        guard let stored = try await session.ownObject(uuids[0]) as? HKQuantitySample else {
            throw HKError(.errorNoData, "The sample is no longer there.")
        }
        return stored
    }

    /// Saves the sample and ends the builder; see ``finishSeries(metadata:endDate:completion:)``.
    nonisolated(nonsending) open func finishSeries(metadata: [String: Any]?) async throws -> [HKQuantitySample] {
        try await withObject { finishSeries(metadata: metadata, completion: $0) }
    }

    /// Saves the sample and ends the builder; see ``finishSeries(metadata:endDate:completion:)``.
    nonisolated(nonsending) open func finishSeries(
        metadata: [String: Any]?, endDate: Date?
    ) async throws -> [HKQuantitySample] {
        try await withObject { finishSeries(metadata: metadata, endDate: endDate, completion: $0) }
    }

    /// Ends the builder and forgets the readings.
    open func discard() {
        readings.withLock { $0.end() }
    }
}
