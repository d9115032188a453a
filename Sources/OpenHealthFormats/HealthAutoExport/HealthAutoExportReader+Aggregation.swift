// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The common properties of the readings of a metric, which tell whether they are figures of intervals.
struct HealthAutoExportRegularity {
    /// The number of readings without an identifier and an interval of their own.
    private(set) var count = 0
    /// Whether a reading has an identifier, or an interval of its own.
    private(set) var hasSamples = false
    /// Whether a reading is from several sources.
    private(set) var hasJoinedSources = false
    /// Whether a reading has different values for its minimum, average and maximum.
    private(set) var hasSpread = false
    /// The longest interval that begins at every date, in seconds; 0 if none does.
    private(set) var step = 86_400.0

    /// The interval of the readings, if they are figures; nil if they are not.
    var interval: AggregatedPoint.Interval? {
        guard count > 0 else { return nil }
        return switch step {
        case 86_400: .days
        case 3600: .hours
        case 60: .minutes
        default: nil
        }
    }

    mutating func add(_ point: HealthAutoExportPoint) {
        // Nights are known by their keys.
        if point.isNight { return }
        if point.uuid != nil || point.hasInterval {
            hasSamples = true
            return
        }
        guard let clock = point.text("startDate", "start", "date").flatMap(HealthAutoExportDate.clock) else { return }
        count += 1
        while step > 0, clock.truncatingRemainder(dividingBy: step) != 0 {
            step = step == 86_400 ? 3600 : step == 3600 ? 60 : 0
        }
        if point.source?.contains("|") ?? false { hasJoinedSources = true }
        if let average = point.number("Avg", "avg") {
            if average != point.number("Min", "min") || average != point.number("Max", "max") { hasSpread = true }
        }
    }
}

extension HealthAutoExportReader {
    /// The end of a search for the regularity of readings.
    private struct Found: Error {}

    /// Returns the aggregation of the readings of a metric, if their content tells it; nil if it is that of the push.
    ///
    /// A push that states nothing is read by the dates of its readings. An address states what the app sent when it was set up: since then,
    /// the person can have enabled the summary. Sums of several sources, sums that are all at midnight, and readings with a minimum and
    /// a maximum are then figures in any case.
    ///
    /// Sums whose dates have no time of day are those of days, whatever the push states: a sample has a time.
    func inferredAggregation(_ list: JSONCursor, _ metric: HealthAutoExportMetric) -> Aggregation? {
        let isExpected = aggregation == .individual && !isStated
        var (isSum, isEvent) = (false, false)
        if case .type(let type) = metric.kind {
            let isTotal = type.swiftName == "appleStandHour" || type.swiftName == "mindfulSession"
            isSum = type.aggregationStyle == .cumulative && type.kind == .quantity || isTotal
            isEvent = type.kind == .category && !isTotal
        }
        if isEvent { return nil }
        if isSum, aggregation != nil, hasTotalsOfDays(list) { return isShorterThanDay ? .interval(.days) : nil }
        guard aggregation == nil || isExpected else { return nil }
        var list = list
        var regularity = HealthAutoExportRegularity()
        try? list.elements { index, cursor in
            guard let json = try cursor.value(), let point = HealthAutoExportPoint(json, place: "", index: index) else {
                return
            }
            regularity.add(point)
            if regularity.step == 0 || isExpected && regularity.hasSamples { throw Found() }
        }
        guard let interval = regularity.interval else {
            return aggregation == nil && regularity.count > 0 ? .individual : nil
        }
        if isExpected {
            // Other apps record a meal or all meals of a day at midnight.
            let isOfDay = interval == .days && !metric.isDietary
            let isFigure = regularity.hasSpread || isSum && (regularity.hasJoinedSources || isOfDay)
            guard isFigure, !regularity.hasSamples else { return nil }
        }
        return .interval(interval)
    }

    /// Whether the push states that its readings are samples, or figures of shorter intervals than a day.
    private var isShorterThanDay: Bool {
        switch aggregation {
        case nil, .individual, .interval(.minutes), .interval(.hours), .interval(.unknown): true
        case .interval(.days), .interval(.weeks), .interval(.months), .interval(.years): false
        }
    }

    /// Returns whether the dates of all readings of a metric have no time of day. Several readings of one day and source, and those with an
    /// identifier, an interval or metadata, are records whose sender cuts the time off.
    private func hasTotalsOfDays(_ list: JSONCursor) -> Bool {
        var list = list
        var days: Set<[String]> = []
        do {
            try list.elements { index, cursor in
                guard let json = try cursor.value(), let point = HealthAutoExportPoint(json, place: "", index: index)
                else {
                    return
                }
                guard let day = point.text("date", "startDate", "start"), HealthAutoExportDate.isDay(day),
                    point.uuid == nil, !point.hasInterval, point.metadata.isEmpty,
                    days.insert([day, point.source ?? ""]).inserted
                else { throw Found() }
            }
        } catch is Found {
            return false
        } catch {
            // What precedes the end of a list that is cut off decides.
        }
        return !days.isEmpty
    }

    /// Warns that the readings of a metric are figures, although the push does not say so.
    mutating func warnOfFigures(_ interval: AggregatedPoint.Interval, at pointer: String) {
        if aggregation != nil, isStated {
            return builder.warn(
                "these are figures of \(interval.rawValue), because their dates have no time of day", at: pointer)
        }
        if aggregation == nil {
            builder.warn(
                "the push does not say whether its readings are summarized; by their dates, these are figures of \(interval.rawValue)",
                remedy: "state it: \(interval.rawValue), or none if they are not summarized", at: pointer)
        } else {
            builder.warn(
                "these are figures of \(interval.rawValue), although the address says that readings are not summarized",
                remedy: "disable the summary of data in the automation to send all readings", at: pointer)
        }
    }
}
