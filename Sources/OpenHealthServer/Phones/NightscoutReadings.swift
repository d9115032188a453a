// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The latest readings of a sensor, as Nightscout summarizes them for watches and widgets: by five minutes, with the difference to the five minutes
/// before.
struct NightscoutReadings {
    /// A reading of a sensor.
    struct Reading {
        var id: String?
        /// The glucose in mg/dL.
        var glucose: Double
        /// The date in milliseconds since 1970.
        var milliseconds: Double
        var direction: String?
        var device: String?

        /// Creates a reading from an entry; nil if it has no value or no date.
        init?(_ entry: JSONValue) {
            guard let value = entry["sgv"]?.double, value.isFinite, let date = entry["date"]?.double,
                date.isFinite
            else { return nil }
            let isMillimoles = entry["units"]?.string?.lowercased().hasPrefix("mmol") ?? false
            glucose = isMillimoles ? (value * NightscoutReadings.milligramsPerMillimole).rounded() : value
            milliseconds = date
            (id, direction, device) = (entry["_id"]?.string, entry["direction"]?.string, entry["device"]?.string)
        }

        fileprivate var json: JSONValue {
            let value = NightscoutReadings.number(glucose)
            let facts: [(key: String, value: JSONValue?)] = [
                ("_id", id.map(JSONValue.string)), ("mgdl", value), ("mills", NightscoutReadings.number(milliseconds)),
                ("device", device.map(JSONValue.string)), ("direction", direction.map(JSONValue.string)),
                ("type", .string("sgv")), ("scaled", value),
            ]
            return .object(facts.compactMap { fact in fact.value.map { (fact.key, $0) } })
        }
    }

    /// The factor that Nightscout uses.
    static let milligramsPerMillimole = 18.01559
    /// The length of a bucket, and the part of it that is before its reading, in milliseconds.
    private static let (length, offset) = (300_000.0, 150_000.0)
    private static let bucketCount = 4
    /// Lower values are errors of the sensor.
    private static let lowest = 39.0
    /// The age from which a direction is not the current one, in milliseconds.
    private static let currentAge = 900_000.0

    /// The readings, newest first.
    let readings: [Reading]
    private let now: Double
    private let buckets: [Bucket]

    /// Readings of five minutes.
    private struct Bucket {
        var index: Int
        /// The start and the end, in milliseconds; nil without a reading.
        var bounds: (from: Double, to: Double)?
        var readings: [Reading] = []

        var isEmpty: Bool { readings.isEmpty }
        private var good: [Reading] { readings.filter { $0.glucose > lowest } }
        var mean: Double? { good.isEmpty ? nil : good.reduce(0) { $0 + $1.glucose } / Double(good.count) }
        /// The date of the latest reading that is not an error, in milliseconds.
        var latest: Double? { good.map(\.milliseconds).max() }

        /// The bucket as JSON.
        /// - Parameter hasBounds: Whether to include the bounds.
        func json(hasBounds: Bool) -> JSONValue {
            var facts: [(key: String, value: JSONValue)] = []
            if let mean { facts.append(("mean", number(mean))) }
            if let last = good.max(by: { $0.milliseconds < $1.milliseconds }) {
                facts += [("last", number(last.glucose)), ("mills", number(last.milliseconds))]
            }
            let errors = readings.filter { $0.glucose < lowest }
            if !errors.isEmpty { facts.append(("errors", .array(errors.map(\.json)))) }
            if hasBounds {
                facts += [
                    ("index", .integer(index)), ("fromMills", bounds.map { number($0.from) } ?? .null),
                    ("toMills", bounds.map { number($0.to) } ?? .null),
                ]
            }
            facts.append(("sgvs", .array(readings.map(\.json))))
            if isEmpty { facts.append(("isEmpty", .bool(true))) }
            return .object(facts)
        }
    }

    /// Creates the summary of readings.
    /// - Parameters:
    ///   - entries: Entries of a sensor, newest first.
    ///   - now: The current date. Later readings count in no bucket.
    init(_ entries: [JSONValue], now: Date) {
        let now = now.timeIntervalSince1970 * 1000
        readings = entries.compactMap(Reading.init).sorted { $0.milliseconds > $1.milliseconds }
        let past = readings.drop { $0.milliseconds > now }
        var buckets = (0..<Self.bucketCount).map { index in
            let from = past.first.map { $0.milliseconds - Self.offset - Double(index) * Self.length }
            return Bucket(index: index, bounds: from.map { ($0, $0 + Self.length) })
        }
        for reading in past {
            let place = buckets.firstIndex { bucket in
                bucket.bounds.map { reading.milliseconds >= $0.from && reading.milliseconds <= $0.to } ?? false
            }
            guard let place else { break }
            buckets[place].readings.append(reading)
        }
        (self.buckets, self.now) = (buckets, now)
    }

    // MARK: Difference

    private var recent: Bucket? { buckets.first { !$0.isEmpty } }

    private var previous: Bucket? {
        guard let recent = recent?.latest else { return nil }
        return buckets.first { bucket in bucket.latest.map { $0 < recent } ?? false }
    }

    /// The difference of the latest five minutes to those before.
    private struct Difference {
        var recent: (mean: Double, milliseconds: Double)
        var previous: (mean: Double, milliseconds: Double)

        var minutes: Double { (recent.milliseconds - previous.milliseconds) / 60_000 }
        var isInterpolated: Bool { minutes > 9 }
        var absolute: Double { recent.mean - previous.mean }
        /// The mean five minutes before the latest ones.
        var earlierMean: Double { recent.mean - (isInterpolated ? absolute / minutes * 5 : absolute) }

        /// The difference in mg/dL, rounded as JavaScript does.
        var milligrams: Double { (recent.mean - earlierMean + 0.5).rounded(.down) }

        /// The difference in mmol/L, of rounded values.
        var millimoles: Double {
            let difference = tenths(recent.mean) - tenths(earlierMean)
            return (difference * 10 + 0.5).rounded(.down) / 10
        }
    }

    private var difference: Difference? {
        guard let recent, let previous, let mean = recent.mean, let latest = recent.latest,
            let earlier = previous.mean, let before = previous.latest
        else { return nil }
        return Difference(recent: (mean, latest), previous: (earlier, before))
    }

    // MARK: Responses

    /// The names of properties.
    static let names = ["bgnow", "delta", "buckets", "direction"]

    /// The properties with their names: the latest readings, the difference, the buckets and the direction.
    var properties: [(key: String, value: JSONValue)] {
        var properties: [(key: String, value: JSONValue)] = [
            ("bgnow", recent?.json(hasBounds: false) ?? .object([]))
        ]
        if let difference, let previous {
            let change = difference.milligrams
            properties.append(
                (
                    "delta",
                    .object([
                        ("absolute", Self.number(difference.absolute)),
                        ("elapsedMins", Self.number(difference.minutes)),
                        ("interpolated", .bool(difference.isInterpolated)),
                        ("mean5MinsAgo", Self.number(difference.earlierMean)),
                        (
                            "times",
                            .object([
                                ("recent", Self.number(difference.recent.milliseconds)),
                                ("previous", Self.number(difference.previous.milliseconds)),
                            ])
                        ),
                        ("mgdl", Self.number(change)), ("scaled", Self.number(change)),
                        ("display", .string((change >= 0 ? "+" : "") + Self.number(change).text)),
                        ("previous", previous.json(hasBounds: false)),
                    ])
                ))
        }
        properties.append(("buckets", .array(buckets.map { $0.json(hasBounds: true) })))
        if let latest = readings.first(where: { $0.milliseconds <= now }), now - latest.milliseconds <= Self.currentAge
        {
            let label = latest.direction.flatMap { Self.arrows[$0] } ?? "-"
            var facts: [(key: String, value: JSONValue)] = [("display", .null)]
            if let direction = latest.direction { facts.append(("value", .string(direction))) }
            facts += [
                ("label", .string(label)), ("entity", .string("&#\(label.utf16.first ?? 0);")),
            ]
            properties.append(("direction", .object(facts)))
        }
        return properties
    }

    /// Returns the readings in the form that watches read.
    /// - Parameters:
    ///   - isMillimoles: Whether the values are in mmol/L.
    ///   - battery: The charge of the phone that uploads, in percent.
    func watch(count: Int, isMillimoles: Bool, battery: Double?) -> JSONValue {
        var bgs = readings.prefix(count).map { reading -> [(key: String, value: JSONValue)] in
            let value =
                isMillimoles ? Self.withOneDecimal(Self.tenths(reading.glucose)) : Self.number(reading.glucose).text
            var facts: [(key: String, value: JSONValue)] = [
                ("sgv", .string(value)), ("trend", .integer(reading.direction.flatMap { Self.trends[$0] } ?? 8)),
            ]
            if let direction = reading.direction { facts.append(("direction", .string(direction))) }
            facts.append(("datetime", Self.number(reading.milliseconds)))
            return facts
        }
        if !bgs.isEmpty {
            bgs[0].append(
                (
                    "bgdelta",
                    isMillimoles
                        ? .string(Self.withOneDecimal(difference?.millimoles ?? 0))
                        : Self.number(difference?.milligrams ?? 0)
                ))
            if let battery, battery > 0 { bgs[0].append(("battery", .string(Self.number(battery).text))) }
        }
        return .object([
            ("status", .array([.object([("now", Self.number(now.rounded(.down)))])])),
            ("bgs", .array(bgs.map(JSONValue.object))), ("cals", .array([])),
        ])
    }

    private static let trends = [
        "NONE": 0, "DoubleUp": 1, "SingleUp": 2, "FortyFiveUp": 3, "Flat": 4, "FortyFiveDown": 5, "SingleDown": 6,
        "DoubleDown": 7, "NOT COMPUTABLE": 8, "RATE OUT OF RANGE": 9,
    ]
    private static let arrows = [
        "NONE": "⇼", "TripleUp": "⤊", "DoubleUp": "⇈", "SingleUp": "↑", "FortyFiveUp": "↗", "Flat": "→",
        "FortyFiveDown": "↘", "SingleDown": "↓", "DoubleDown": "⇊", "TripleDown": "⤋", "NOT COMPUTABLE": "-",
        "RATE OUT OF RANGE": "⇕",
    ]

    // MARK: Numbers

    /// Returns a number as JavaScript writes it: without a fraction if it is whole.
    private static func number(_ number: Double) -> JSONValue {
        Int(exactly: number).map(JSONValue.integer) ?? .double(number)
    }

    /// Returns a value of mg/dL in mmol/L with one decimal place.
    private static func tenths(_ milligrams: Double) -> Double {
        (milligrams / milligramsPerMillimole * 10 + 0.5).rounded(.down) / 10
    }

    private static func withOneDecimal(_ number: Double) -> String {
        let text = String(format: "%.1f", number)
        return text == "-0.0" ? "0.0" : text
    }
}
