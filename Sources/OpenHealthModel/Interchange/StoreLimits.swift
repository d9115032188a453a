// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The limits of the values in a store.
///
/// Imports, pushes and saves refuse what is outside of them, and a check of a store reports it, so a store that was only filled with
/// these has no such fault. ``HKObjectValidation`` checks objects against the same limits.
package enum StoreLimits {
    /// The dates of samples, in seconds since 1970. Those of apps are in the years 1 to 9999.
    package static let sampleDates = -1e12...1e12
    /// The other dates, in seconds since 1970: the years 1 to 9999.
    package static let dates = -62_135_769_600.0...253_402_300_799.0
    /// The durations in seconds: up to one hundred years.
    package static let durations = 0.0...3_155_760_000.0
    /// The values of samples and figures in the canonical unit: the sum of any number of them is finite. Stores of earlier versions can
    /// contain greater ones, which a check does not report.
    package static let values = -1e100...1e100
    /// The latitudes of places in degrees.
    package static let latitudes = -90.0...90.0
    /// The longitudes of places in degrees.
    package static let longitudes = -180.0...180.0
    /// The other numbers of points of routes, in metres, metres per second and degrees.
    package static let pointNumbers = -1e9...1e9
    /// The sampling frequencies of electrocardiograms in hertz.
    package static let samplingFrequencies = 0.0...1e6
    /// The average heart rates of electrocardiograms in beats per minute.
    package static let heartRates = 0.0...10_000.0

    /// The remedy for values outside the limits.
    package static let remedy = "correct it in the app that recorded it"
}

extension StoreLimits {
    private static let sampleDateFault = "a date is missing or out of range"
    private static let orderFault = "it ends before it starts"
    private static let dateFault = "a date is outside the years 1 to 9999"
    private static let durationFault = "a duration is outside 0...3155760000 s"
    private static let numberFault = "a value is not a finite number"
    /// The fault of a value that is outside ``values``.
    package static let valueFault = "its value is outside -1e100...1e100"

    /// Returns why a record cannot be stored, or nil if it is within the limits.
    /// - Parameter texts: The strings of the batch.
    @inline(__always)
    package static func fault(_ row: SampleRow, _ texts: [String]) -> String? {
        if let fault = fault(start: row.start, end: row.end, created: row.created) { return fault }
        if let fault = fault(number: row.value.isNaN ? nil : row.value) { return fault }
        return row.text >= 0 && isInfinite(texts[Int(row.text)]) ? numberFault : nil
    }

    /// Returns whether a text is a number that is out of range, such as `1e400`, which programs that read exports take for infinity.
    package static func isInfinite(_ text: String) -> Bool { number(text)?.isInfinite ?? false }

    /// Returns the number that a text looks like to SQLite, or nil for another text.
    private static func number(_ text: String) -> Double? {
        let digits = text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\u{B}\u{C}\r"))
        var hasDigit = false
        for byte in digits.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): break
            default: return nil
            }
        }
        return hasDigit ? Double(digits) : nil
    }

    /// Returns why an item cannot be stored, or nil if all of its parts are within the limits.
    /// - Parameter texts: The strings of the batch.
    package static func fault(_ item: ImportedItem, _ texts: [String]) -> String? {
        if let text = item.longText { return "the \(text) is too long" }
        return switch item {
        case .correlation(let correlation):
            fault(correlation.sample) ?? first(correlation.members) { fault($0.row, texts) }
        case .workout(let workout):
            fault(workout) ?? first(workout.records) { fault($0.row, texts) }
        case .audiogram(let audiogram): fault(audiogram.sample)
        case .visionPrescription(let prescription):
            fault(date: prescription.dateIssued) ?? prescription.expirationDate.flatMap(fault(date:))
        case .electrocardiogram(let electrocardiogram): fault(electrocardiogram)
        case .clinicalRecord(let record): fault(date: record.receivedDate)
        case .heartbeatSeries(let series): fault(series.sample) ?? fault(beats: series)
        case .exportInfo, .characteristics, .activitySummary, .routeFile, .unknownElement: nil
        }
    }

    /// Returns why a point of a route cannot be stored, or nil if it is within the limits. Other numbers than its place and date are
    /// left out if they are out of range.
    package static func fault(_ point: RoutePoint) -> String? {
        guard latitudes.contains(point.latitude), longitudes.contains(point.longitude) else {
            return "a point is outside the latitudes -90...90 and the longitudes -180...180"
        }
        return fault(date: point.time)
    }

    /// Returns why the figures of an interval cannot be stored, or nil if they are within the limits.
    package static func fault(_ point: AggregatedPoint) -> String? {
        fault(start: point.start, end: point.end, created: .nan)
            ?? first([point.sum, point.average, point.minimum, point.maximum], fault(number:))
    }

    @inline(__always)
    private static func fault(start: Double, end: Double, created: Double) -> String? {
        guard sampleDates.contains(start), sampleDates.contains(end), created.isNaN || sampleDates.contains(created)
        else { return sampleDateFault }
        return start <= end ? nil : orderFault
    }

    private static func fault(_ sample: SampleData) -> String? {
        fault(start: sample.start, end: sample.end, created: sample.created)
    }

    private static func fault(beats series: HeartbeatSeriesData) -> String? {
        var last = -Double.infinity
        for time in series.times {
            guard time >= 0, time > last, time <= series.sample.end - series.sample.start + 0.001 else {
                return "the heartbeats are not in order within the series"
            }
            last = time
        }
        return nil
    }

    private static func fault(date: Double) -> String? { dates.contains(date) ? nil : dateFault }

    private static func fault(duration: Double?) -> String? {
        duration.map(durations.contains) ?? true ? nil : durationFault
    }

    @inline(__always)
    private static func fault(number: Double?) -> String? {
        guard let number, !values.contains(number) else { return nil }
        return number.isFinite ? valueFault : numberFault
    }

    private static func first<T>(_ parts: [T], _ fault: (T) -> String?) -> String? {
        for part in parts { if let found = fault(part) { return found } }
        return nil
    }

    private static func fault(_ workout: WorkoutData) -> String? {
        fault(workout.sample) ?? fault(duration: workout.duration) ?? first(workout.events, fault)
            ?? first(workout.statistics, fault) ?? first(workout.activities, fault)
            ?? first(workout.routes) { fault($0.sample) ?? first($0.points, fault) }
    }

    private static func fault(_ event: WorkoutEventData) -> String? {
        fault(date: event.date) ?? fault(duration: event.duration)
    }

    private static func fault(_ activity: WorkoutActivityData) -> String? {
        fault(date: activity.start) ?? activity.end.flatMap {
            fault(date: $0) ?? ($0 < activity.start ? orderFault : nil)
        }
            ?? fault(duration: activity.duration) ?? first(activity.events, fault) ?? first(activity.statistics, fault)
    }

    private static func fault(_ figures: WorkoutStatisticsData) -> String? {
        fault(date: figures.start) ?? fault(date: figures.end) ?? (figures.end < figures.start ? orderFault : nil)
            ?? first([figures.sum, figures.average, figures.minimum, figures.maximum], fault(number:))
    }

    private static func fault(_ electrocardiogram: ElectrocardiogramData) -> String? {
        guard samplingFrequencies.contains(electrocardiogram.sampleRate) else {
            return "the sampling frequency is outside 0...1000000 Hz"
        }
        return fault(start: electrocardiogram.start, end: electrocardiogram.end, created: .nan)
            ?? first(electrocardiogram.voltages, fault(number:))
    }
}

extension ElectrocardiogramData {
    /// The end, which the number of measurements and their frequency determine; the start without a frequency.
    package var end: Double { sampleRate > 0 ? start + Double(voltages.count) / sampleRate : start }
}

extension PushedBatch {
    /// Removes the parts outside the limits of a store, and refuses them.
    package mutating func refuseFaults() {
        let old = self
        var faults: [PushRefusal] = []
        func isSound(_ fault: String?, at pointer: String, remedy: String = StoreLimits.remedy) -> Bool {
            guard let fault else { return true }
            faults.append(PushRefusal(pointer: pointer, reason: fault, remedy: remedy))
            return false
        }
        keep(
            row: {
                isSound(
                    StoreLimits.fault(old.samples.rows[$0], old.samples.texts), at: old.places[Int(old.rowPlaces[$0])])
            },
            item: { isSound(StoreLimits.fault($1, old.samples.texts), at: old.itemPlaces[$0]) ? $1 : nil })
        objects.removeAll { object in
            do throws(HKObjectValidationError) {
                try HKObjectValidation.checkContent(object.sample)
                try HKObjectValidation.checkLimits(object.sample)
                return false
            } catch {
                return !isSound(error.message, at: object.place, remedy: error.remedy)
            }
        }
        aggregates.removeAll { !isSound(StoreLimits.fault($0), at: $0.place) }
        for fault in faults { refusals.add(fault) }
    }
}
