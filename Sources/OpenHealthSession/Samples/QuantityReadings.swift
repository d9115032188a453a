// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A reading of a quantity and its sample.
package struct QuantityReading: Sendable {
    /// The value in its original unit.
    package var quantity: HKQuantity
    /// The date interval of the reading.
    package var interval: DateInterval
    /// The sample, which can contain many readings.
    package var sample: HKQuantitySample
}

/// A cursor over the readings of quantity samples, which reads a page at a time so that memory use is constant.
///
/// A sample that is not a series is one reading. Samples saved in the meantime may or may not be included; no reading is returned
/// twice.
package struct QuantityReadings: Sendable {
    /// The order of the readings.
    package enum Order: Sendable {
        /// By start date across all samples.
        case byReading
        /// Sample after sample, ordered by the start dates of the samples.
        case bySample
    }

    /// The maximum number of samples, or of readings of one sample, in a page.
    private static let pageSize = 1000

    private let part: SampleQuery.Part
    private let order: Order
    /// Samples that were read but not started.
    private var waiting: ArraySlice<HKQuantitySample> = []
    /// The pages of samples; `nil` until they are needed.
    private var pages: (any SamplePaging)?
    private var areSamplesRead = false
    /// The started series, the one with the latest next reading first.
    private var open: [OpenSeries] = []

    /// Creates a cursor over the samples of a quantity type that match a predicate.
    package init(_ part: SampleQuery.Part, order: Order) {
        self.part = part
        self.order = order
    }

    /// Returns the next readings.
    /// - Parameter limit: The maximum number of readings.
    /// - Returns: An empty array at the end.
    /// - Throws: An `HKError`.
    package mutating func next(_ access: any SampleReading & SeriesReading, limit: Int) async throws
        -> [QuantityReading]
    {
        var readings: [QuantityReading] = []
        while readings.count < limit, let reading = try await next(access) { readings.append(reading) }
        return readings
    }

    private mutating func next(_ access: any SampleReading & SeriesReading) async throws -> QuantityReading? {
        while true {
            if let series = open.last, order == .bySample || !isSampleDue(before: series.nextStart) {
                return try await takeReading(access)
            }
            if waiting.isEmpty { try await readSamples(access) }
            guard let start = waiting.first?.startDate.timeIntervalSince1970 else {
                return open.isEmpty ? nil : try await takeReading(access)
            }
            // The page just read can start after the next reading of a started series.
            if order == .byReading, let series = open.last, series.nextStart <= start {
                return try await takeReading(access)
            }
            let sample = waiting.removeFirst()
            guard sample.count > 1, let series = try await OpenSeries(access, sample, limit: Self.pageSize) else {
                return QuantityReading(
                    quantity: sample.quantity, interval: DateInterval(start: sample.startDate, end: sample.endDate),
                    sample: sample)
            }
            insert(series)
        }
    }

    /// Returns whether a sample could precede a reading and therefore must be started first.
    private func isSampleDue(before start: Double) -> Bool {
        guard let next = waiting.first else { return !areSamplesRead }
        return next.startDate.timeIntervalSince1970 < start
    }

    private mutating func takeReading(_ access: any SampleReading & SeriesReading) async throws -> QuantityReading? {
        guard var series = open.popLast() else { return nil }
        let reading = series.take()
        if try await series.refill(access, limit: Self.pageSize) { insert(series) }
        return reading
    }

    private mutating func insert(_ series: OpenSeries) {
        // Few series overlap, so a heap would not be faster.
        let place = open.firstIndex { $0.nextStart < series.nextStart } ?? open.endIndex
        open.insert(series, at: place)
    }

    private mutating func readSamples(_ access: any SampleReading & SeriesReading) async throws {
        guard !areSamplesRead else { return }
        var pages = pages ?? access.samplePages(SampleQuery([part]))
        let page = try await pages.next(Self.pageSize)
        areSamplesRead = page == nil
        waiting = (page ?? []).compactMap { $0 as? HKQuantitySample }[...]
        self.pages = pages
    }
}

/// A series whose readings are being read.
private struct OpenSeries: Sendable {
    let sample: HKQuantitySample
    private let original: OriginalValue?
    private var readings: ArraySlice<SeriesQuantity>
    private var last: Double

    /// Starts reading a series; `nil` if the sample has no stored readings.
    init?(_ access: any SampleReading & SeriesReading, _ sample: HKQuantitySample, limit: Int) async throws {
        let page = try await access.readings(of: sample.uuid, type: sample.quantityType, after: nil, limit: limit)
        guard let last = page.last else { return nil }
        self.sample = sample
        self.last = last.start
        readings = page[...]
        original = OriginalValue(canonical: sample.quantityType.canonicalUnit, original: sample.quantity.originalUnit)
    }

    /// The start of the next reading.
    var nextStart: Double { readings.first?.start ?? .infinity }

    mutating func take() -> QuantityReading? {
        guard let reading = readings.popFirst() else { return nil }
        let start = Date(timeIntervalSince1970: reading.start)
        let unit = original == nil ? sample.quantityType.canonicalUnit : sample.quantity.originalUnit
        return QuantityReading(
            quantity: HKQuantity(unit: unit, doubleValue: original?(reading.value) ?? reading.value),
            interval: DateInterval(start: start, end: max(start, Date(timeIntervalSince1970: reading.end))),
            sample: sample)
    }

    /// Reads the next page if all readings have been returned.
    /// - Returns: Whether there are more readings.
    mutating func refill(_ access: any SampleReading & SeriesReading, limit: Int) async throws -> Bool {
        if !readings.isEmpty { return true }
        readings = try await access.readings(of: sample.uuid, type: sample.quantityType, after: last, limit: limit)[
            ...]
        last = readings.last?.start ?? last
        return !readings.isEmpty
    }
}
