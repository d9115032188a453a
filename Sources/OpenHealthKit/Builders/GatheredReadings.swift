// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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
