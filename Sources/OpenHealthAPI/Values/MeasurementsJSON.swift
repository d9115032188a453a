// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The measurements of a sample that is a series: an object with one of the keys `readings`, `heartbeats`, `points` (and
/// `workout`) and `voltages`.
package struct MeasurementsJSON: Sendable {
    package var measurements: SeriesMeasurements

    /// How many measurements can be sent with one sample.
    package static let most = 1_000_000

    package init(_ measurements: SeriesMeasurements) {
        self.measurements = measurements
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["readings", "heartbeats", "points", "workout", "voltages"])
        guard try json.entries().filter({ $0.key != "workout" }).count == 1 else {
            throw json.problem("This has one of the keys readings, heartbeats, points and voltages.")
        }
        if let list = try json.optional("readings") {
            measurements = .quantities(
                try Self.each(list) { (value) throws(Problem) in try ReadingJSON(value).reading })
        } else if let list = try json.optional("heartbeats") {
            measurements = .heartbeats(try Self.each(list) { (value) throws(Problem) in try HeartbeatJSON(value).beat })
        } else if let list = try json.optional("points") {
            measurements = .route(
                try Self.each(list) { (value) throws(Problem) in try RoutePointJSON(value).point },
                workout: try json.optional("workout")?.uuid())
        } else {
            measurements = .electrocardiogram(
                try Self.each(try json.required("voltages")) { (value) throws(Problem) in try value.double() })
        }
    }

    private static func each<Value>(
        _ list: JSONReader, _ read: (JSONReader) throws(Problem) -> Value
    ) throws(Problem) -> [Value] {
        var values: [Value] = []
        for element in try list.array(most: most) { values.append(try read(element)) }
        return values
    }

    package var json: JSONValue {
        switch measurements {
        case .quantities(let readings): .object([("readings", .array(readings.map { ReadingJSON($0).json }))])
        case .heartbeats(let beats): .object([("heartbeats", .array(beats.map { HeartbeatJSON($0).json }))])
        case .route(let points, let workout):
            .object(
                [("points", .array(points.map { RoutePointJSON($0).json }))]
                    + (workout.map { [("workout", .string($0.uuidString))] } ?? []))
        case .electrocardiogram(let voltages): .object([("voltages", .array(voltages.map(JSONValue.double)))])
        }
    }
}

/// One reading of a quantity: `{"start", "end", "value"}`, in seconds since 1970 and the canonical unit of the type; without
/// `end` it is an instant.
package struct ReadingJSON: Sendable {
    package var reading: SeriesQuantity

    package init(_ reading: SeriesQuantity) {
        self.reading = reading
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["start", "end", "value"])
        let start = try json.required("start").double()
        reading = SeriesQuantity(
            start: start, end: try json.optional("end")?.double() ?? start,
            value: try json.required("value").double())
        guard reading.start <= reading.end else { throw json.problem("The end lies before the start.") }
    }

    package var json: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [("start", .double(reading.start))]
        if reading.end != reading.start { entries.append(("end", .double(reading.end))) }
        entries.append(("value", .double(reading.value)))
        return .object(entries)
    }
}

/// One beat of a heart: `{"time", "precededByGap"}`, in seconds since the start of the series.
package struct HeartbeatJSON: Sendable {
    package var beat: SeriesHeartbeat

    package init(_ beat: SeriesHeartbeat) {
        self.beat = beat
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["time", "precededByGap"])
        beat = SeriesHeartbeat(
            time: try json.required("time").double(),
            precededByGap: try json.optional("precededByGap")?.bool() ?? false)
    }

    package var json: JSONValue {
        .object([("time", .double(beat.time)), ("precededByGap", .bool(beat.precededByGap))])
    }
}
