// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The measurements of a sample that is a series: an object with one of the keys `readings`, `heartbeats`, `points` (and
/// `workout`) and `voltages`.
package struct MeasurementsJSON: JSONRepresentable {
    package var measurements: SeriesMeasurements

    /// The maximum number of measurements in one sample.
    package static let most = 1_000_000

    package init(_ measurements: SeriesMeasurements) {
        self.measurements = measurements
    }

    package static let format = JSONFormat<MeasurementsJSON>(
        name: "Measurements",
        JSONSchema.any(of: [
            .object(["readings": .array(of: .named("Reading"), most: most)]),
            .object(["heartbeats": .array(of: .named("Heartbeat"), most: most)]),
            .object(
                ["points": .array(of: .named("RoutePoint"), most: most)],
                optional: ["workout": .uuid.described("The workout that the route belongs to.")]),
            .object(["voltages": .array(of: .number, most: most).described("Microvolts, at even distances.")]),
        ]).described("The measurements of a sample that is a series.")
    ) {
        $0.encoded
    } decode: { (json) throws(Problem) in
        MeasurementsJSON(try read(json))
    }

    private static func read(_ json: JSONReader) throws(Problem) -> SeriesMeasurements {
        try json.check(keys: ["readings", "heartbeats", "points", "workout", "voltages"])
        guard try json.entries().filter({ $0.key != "workout" }).count == 1 else {
            throw json.problem("This has one of the keys readings, heartbeats, points and voltages.")
        }
        if let list = try json.optional("readings") {
            return .quantities(
                try Self.each(list) { (value) throws(Problem) in try ReadingJSON(value).reading })
        } else if let list = try json.optional("heartbeats") {
            return .heartbeats(try Self.each(list) { (value) throws(Problem) in try HeartbeatJSON(value).beat })
        } else if let list = try json.optional("points") {
            return .route(
                try Self.each(list) { (value) throws(Problem) in try RoutePointJSON(value).point },
                workout: try json.optional("workout")?.uuid())
        } else {
            return .electrocardiogram(
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

    private var encoded: JSONValue {
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

/// One reading of a quantity: `{"start", "end", "value"}`, in seconds since 1970 and the canonical unit of the type. Without
/// `end` it is a point in time.
package struct ReadingJSON: JSONRepresentable {
    package var reading: SeriesQuantity

    package init(_ reading: SeriesQuantity) {
        self.reading = reading
    }

    package static let format = JSONFormat<ReadingJSON>(
        name: "Reading",
        .object(
            [
                "start": .number.described("Seconds since 1970."),
                "value": .number.described("In the type's canonical unit."),
            ], optional: ["end": .number.described("Seconds since 1970; the start where it is not given.")])
    ) { value in
        let reading = value.reading
        var entries: [(key: String, value: JSONValue)] = [("start", .double(reading.start))]
        if reading.end != reading.start { entries.append(("end", .double(reading.end))) }
        entries.append(("value", .double(reading.value)))
        return .object(entries)
    } decode: { (json) throws(Problem) in
        try json.check(keys: ["start", "end", "value"])
        let start = try json.required("start").double()
        let end = try json.optional("end")?.double() ?? start
        guard start <= end else { throw json.problem("The end is before the start.") }
        return ReadingJSON(SeriesQuantity(start: start, end: end, value: try json.required("value").double()))
    }
}

/// A heartbeat: `{"time", "precededByGap"}`, in seconds since the start of the series.
package struct HeartbeatJSON: JSONRepresentable {
    package var beat: SeriesHeartbeat

    package init(_ beat: SeriesHeartbeat) {
        self.beat = beat
    }

    package static let format = JSONFormat<HeartbeatJSON>(
        name: "Heartbeat",
        .object(
            ["time": .number.described("Seconds since the start of the series.")],
            optional: ["precededByGap": .bool.described("Whether beats before it may be missing.")])
    ) {
        .object([("time", .double($0.beat.time)), ("precededByGap", .bool($0.beat.precededByGap))])
    } decode: { (json) throws(Problem) in
        try json.check(keys: ["time", "precededByGap"])
        let hasGap = try json.optional("precededByGap")?.bool() ?? false
        return HeartbeatJSON(SeriesHeartbeat(time: try json.required("time").double(), precededByGap: hasGap))
    }
}

extension JSONFormat where Value == SeriesQuantity {
    /// The format of a reading of a quantity.
    package static var reading: JSONFormat { ReadingJSON.format.map(\.reading, back: ReadingJSON.init) }
}

extension JSONFormat where Value == SeriesHeartbeat {
    /// The format of a heartbeat.
    package static var heartbeat: JSONFormat { HeartbeatJSON.format.map(\.beat, back: HeartbeatJSON.init) }
}
