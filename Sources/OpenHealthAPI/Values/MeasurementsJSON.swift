// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension JSONFormat where Value == SeriesMeasurements {
    /// The maximum number of measurements in one sample.
    private static let most = 1_000_000

    /// The format of the measurements of a sample that is a series: an object with one of the keys `readings`, `heartbeats`,
    /// `points` (and `workout`) and `voltages`.
    package static let measurements = JSONFormat(
        name: "Measurements",
        JSONSchema.any(of: [
            .object(["readings": .array(of: .named("Reading"), most: most)]),
            .object(["heartbeats": .array(of: .named("Heartbeat"), most: most)]),
            .object(
                ["points": .array(of: .named("RoutePoint"), most: most)],
                optional: ["workout": .uuid.described("The workout that the route belongs to.")]),
            .object(["voltages": .array(of: .number, most: most).described("Microvolts, at equal intervals.")]),
        ]).described("The measurements of a sample that is a series.")
    ) {
        json(of: $0)
    } decode: { (json) throws(Problem) in
        try read(json)
    }

    private static func read(_ json: JSONReader) throws(Problem) -> SeriesMeasurements {
        try json.check(keys: ["readings", "heartbeats", "points", "workout", "voltages"])
        guard try json.entries().filter({ $0.key != "workout" }).count == 1 else {
            throw json.problem("Expected one of the keys readings, heartbeats, points and voltages.")
        }
        if let list = try json.optional("readings") {
            return .quantities(try each(list, .reading))
        } else if let list = try json.optional("heartbeats") {
            return .heartbeats(try each(list, .heartbeat))
        } else if let list = try json.optional("points") {
            return .route(
                try each(list, .routePoint),
                workout: try json.optional("workout")?.uuid())
        } else {
            return .electrocardiogram(try each(try json.required("voltages"), .number))
        }
    }

    private static func each<Element>(
        _ list: JSONReader, _ element: JSONFormat<Element>
    ) throws(Problem) -> [Element] {
        try JSONFormat<[Element]>.array(of: element, most: most).decode(list)
    }

    private static func json(of measurements: SeriesMeasurements) -> JSONValue {
        switch measurements {
        case .quantities(let readings):
            .object([("readings", .array(readings.map(JSONFormat<SeriesQuantity>.reading.json)))])
        case .heartbeats(let beats):
            .object([("heartbeats", .array(beats.map(JSONFormat<SeriesHeartbeat>.heartbeat.json)))])
        case .route(let points, let workout):
            .object(
                [("points", .array(points.map(JSONFormat<RoutePoint>.routePoint.json)))]
                    + (workout.map { [("workout", .string($0.uuidString))] } ?? []))
        case .electrocardiogram(let voltages): .object([("voltages", .array(voltages.map(JSONValue.double)))])
        }
    }
}

extension JSONFormat where Value == SeriesQuantity {
    /// The format of a reading of a quantity: `{"start", "end", "value"}`, in seconds since 1970 and the canonical unit of the type.
    /// Without `end` it is a point in time.
    package static let reading = JSONFormat(
        name: "Reading",
        .object(
            [
                "start": .number.described("Seconds since 1970."),
                "value": .number.described("In the type's canonical unit."),
            ], optional: ["end": .number.described("Seconds since 1970; the start by default.")])
    ) { reading in
        var entries: [(key: String, value: JSONValue)] = [("start", .double(reading.start))]
        if reading.end != reading.start { entries.append(("end", .double(reading.end))) }
        entries.append(("value", .double(reading.value)))
        return .object(entries)
    } decode: { (json) throws(Problem) in
        try json.check(keys: ["start", "end", "value"])
        let start = try json.required("start").double()
        let end = try json.optional("end")?.double() ?? start
        guard start <= end else { throw json.problem("The end is before the start.") }
        return SeriesQuantity(start: start, end: end, value: try json.required("value").double())
    }
}

extension JSONFormat where Value == SeriesHeartbeat {
    /// The format of a heartbeat: `{"time", "precededByGap"}`, in seconds since the start of the series.
    package static let heartbeat = JSONFormat(
        name: "Heartbeat",
        .object(
            ["time": .number.described("Seconds since the start of the series.")],
            optional: ["precededByGap": .bool.described("Whether beats before it may be missing.")])
    ) {
        .object([("time", .double($0.time)), ("precededByGap", .bool($0.precededByGap))])
    } decode: { (json) throws(Problem) in
        try json.check(keys: ["time", "precededByGap"])
        let hasGap = try json.optional("precededByGap")?.bool() ?? false
        return SeriesHeartbeat(time: try json.required("time").double(), precededByGap: hasGap)
    }
}
