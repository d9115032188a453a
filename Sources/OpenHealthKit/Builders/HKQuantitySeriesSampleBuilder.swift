// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

// Unchecked because the class is open and cannot be final; a mutex guards the mutable state.
/// A builder that records the readings of a quantity and saves them as one sample.
///
/// The quantity of the sample is the sum of the readings for cumulative types, and their average for discrete types: the
/// arithmetic mean, or the equivalent continuous level for levels in decibels.
open class HKQuantitySeriesSampleBuilder: NSObject, @unchecked Sendable {
    /// The quantity type.
    public let quantityType: HKQuantityType
    /// The start date of the sample; no reading begins earlier.
    public let startDate: Date
    /// The device.
    public let device: HKDevice?
    private let work: BuilderQueue
    private let readings = Mutex(GatheredReadings())

    /// Creates a builder.
    /// - Parameters:
    ///   - healthStore: The store that the sample is saved to.
    ///   - quantityType: The type of the quantity.
    ///   - startDate: The start date of the sample.
    ///   - device: The device that recorded the readings.
    public init(healthStore: HKHealthStore, quantityType: HKQuantityType, startDate: Date, device: HKDevice?) {
        self.quantityType = quantityType
        self.startDate = startDate
        self.device = device
        work = BuilderQueue(healthStore)
    }

    /// Adds a reading for a time interval. It replaces an earlier reading with the same start.
    /// - Parameters:
    ///   - quantity: The value, in a unit that is compatible with the type.
    ///   - dateInterval: The time interval of the reading.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the unit is not compatible, the value is not a number, the interval
    ///   begins before ``startDate``, the sample is being saved, or the builder has ended.
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

    /// Adds a reading for a point in time; see ``insert(_:for:)``.
    open func insert(_ quantity: HKQuantity, at date: Date) throws {
        try insert(quantity, for: DateInterval(start: date, duration: 0))
    }

    /// Saves the sample, which ends at the end of its last reading, and ends the builder.
    /// - Parameters:
    ///   - metadata: The metadata of the sample.
    ///   - completion: See ``finishSeries(metadata:endDate:completion:)``.
    @preconcurrency
    open func finishSeries(
        metadata: [String: Any]?, completion: @escaping @Sendable ([HKQuantitySample]?, (any Error)?) -> Void
    ) {
        finishSeries(metadata: metadata, endDate: nil, completion: completion)
    }

    /// Saves the sample and ends the builder.
    ///
    /// A single reading is saved as an ordinary sample with the date of the reading.
    /// - Parameters:
    ///   - metadata: The metadata of the sample.
    ///   - endDate: The end date of the sample, or nil for the end of its last reading.
    ///   - completion: Receives the sample, or an error: `errorInvalidArgument` if there are no readings, a reading ends after
    ///     the sample, or the builder has ended; or the error of saving if the app may not save the type.
    @preconcurrency
    open func finishSeries(
        metadata: [String: Any]?, endDate: Date?,
        completion: @escaping @Sendable ([HKQuantitySample]?, (any Error)?) -> Void
    ) {
        let values = Result { try BuilderMetadata.values(metadata) }
        work.perform { access -> [HKQuantitySample] in
            let values = try values.get()
            let readings = try self.readings.withLock { readings in
                try readings.beginSaving()
                return readings
            }
            do {
                let stored = try await self.save(readings.sorted(), end: endDate, metadata: values, access)
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
        _ series: GatheredReadings, end: Date?, metadata: [String: HKMetadataValue], _ access: any HealthAccess
    ) async throws -> HKQuantitySample {
        let sample = try series.sample(
            of: quantityType, start: startDate, end: end, device: device, metadata: metadata)
        let uuids = try await access.save([(sample, sample.count > 1 ? .quantities(series.readings) : nil)])
        guard let stored = try await access.ownObject(uuids[0]) as? HKQuantitySample else {
            throw HKError(.errorNoData, "The sample no longer exists.")
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

    /// Ends the builder and discards the readings.
    open func discard() {
        readings.withLock { $0.end() }
    }
}

/// The readings of a quantity that will be saved as one sample.
struct GatheredReadings {
    /// Can contain several readings with the same start, of which the last one applies; `sorted()` removes the others once at the
    /// end.
    private(set) var readings: [SeriesQuantity] = []
    /// The unit of the first reading, which is also the unit of the sample.
    private var unit: HKUnit?
    private var phase = Phase.open

    private enum Phase {
        case open, saving, over
    }

    mutating func insert(_ quantity: HKQuantity, for interval: DateInterval, type: HKQuantityType) throws {
        try checkGoesOn()
        unit = unit ?? quantity.originalUnit
        readings.append(
            SeriesQuantity(
                start: interval.start.timeIntervalSince1970, end: interval.end.timeIntervalSince1970,
                value: quantity.exactValue(in: type.canonicalUnit)))
    }

    mutating func end() {
        phase = .over
        readings = []
    }

    /// Begins saving; the state does not change until ``endSaving(_:)`` is called.
    mutating func beginSaving() throws {
        try checkGoesOn()
        phase = .saving
    }

    /// Ends saving; a builder that was discarded in the meantime stays discarded.
    mutating func endSaving(_ worked: Bool) {
        guard phase == .saving else { return }
        phase = .open
        if worked { end() }
    }

    private func checkGoesOn() throws {
        switch phase {
        case .open: return
        case .saving:
            throw HKError(.errorInvalidArgument, "The series is being saved. Insert every reading before finishSeries.")
        case .over:
            throw HKError(.errorInvalidArgument, "The series has been finished or discarded. Create a new builder.")
        }
    }

    /// Returns the readings sorted by start date, with one reading for each start date.
    func sorted() -> GatheredReadings {
        var result = self
        let order = readings.indices.sorted {
            (readings[$0].start, $0) < (readings[$1].start, $1)
        }
        result.readings = []
        result.readings.reserveCapacity(readings.count)
        for index in order {
            if result.readings.last?.start == readings[index].start { result.readings.removeLast() }
            result.readings.append(readings[index])
        }
        return result
    }

    /// Returns the sample for sorted readings.
    func sample(
        of type: HKQuantityType, start: Date, end: Date?, device: HKDevice?, metadata: [String: HKMetadataValue]
    ) throws -> HKQuantitySample {
        guard let first = readings.first,
            let last = readings.max(by: { ($0.end, $0.start) < ($1.end, $1.start) })
        else {
            throw HKError(.errorInvalidArgument, "The series has no readings. Insert some before it is finished.")
        }
        let lastEnd = Date(timeIntervalSince1970: last.end)
        if let end, end < lastEnd {
            throw HKError(.errorInvalidArgument, "A reading ends after the end of the series.")
        }
        let isSingle = readings.count == 1
        let start = isSingle ? Date(timeIntervalSince1970: first.start) : start
        let end = isSingle ? lastEnd : end ?? lastEnd
        let fields = try HKObjectValidation.fields(
            of: type, start: start, end: max(start, end), device: device, metadata: metadata.objects)
        func quantity(_ value: Double) -> HKQuantity { Self.quantity(value, of: type, in: unit) }
        guard !isSingle, type.aggregationStyle != .cumulative else {
            let sum = readings.reduce(0) { $0 + $1.value }
            return HKQuantitySample.stored(
                quantityType: type, quantity: quantity(sum), count: readings.count, startDate: start, endDate: end,
                fields: fields)
        }
        let values = readings.map(\.value)
        let lastStart = Date(timeIntervalSince1970: last.start)
        return HKDiscreteQuantitySample(
            quantityType: type, average: quantity(Self.average(values, of: type)),
            minimum: quantity(values.min() ?? 0), maximum: quantity(values.max() ?? 0),
            mostRecent: quantity(last.value),
            mostRecentInterval: DateInterval(start: lastStart, end: max(lastStart, lastEnd)), count: readings.count,
            startDate: start, endDate: end, fields: fields)
    }

    /// Returns a value in the unit that the app used.
    private static func quantity(_ value: Double, of type: HKQuantityType, in unit: HKUnit?) -> HKQuantity {
        let canonical = HKQuantity(unit: type.canonicalUnit, doubleValue: value)
        guard let unit, unit != type.canonicalUnit else { return canonical }
        return HKQuantity(unit: unit, doubleValue: canonical.exactValue(in: unit))
    }

    private static func average(_ values: [Double], of type: HKQuantityType) -> Double {
        guard type.aggregationStyle == .discreteEquivalentContinuousLevel else {
            return values.reduce(0, +) / Double(values.count)
        }
        return 10 * log10(values.reduce(0) { $0 + pow(10, $1 / 10) } / Double(values.count))
    }
}
