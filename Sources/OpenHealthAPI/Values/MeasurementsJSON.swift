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

/// A page of measurements of a series.
package struct MeasurementPageJSON<Element: Sendable>: Sendable {
    package var elements: [Element]
    /// The cursor of the next page; nil on the last one.
    package var cursor: String?

    package init(_ elements: [Element], cursor: String?) {
        self.elements = elements
        self.cursor = cursor
    }
}

extension JSONFormat {
    /// Returns the format of a page of measurements under a key.
    static func page<Element: Sendable>(
        _ key: String, _ element: JSONFormat<Element>
    ) -> JSONFormat where Value == MeasurementPageJSON<Element> {
        .object(
            .required(key, \.elements, .array(of: element)), .optional("cursor", \.cursor, .measurementCursor)
        ) { MeasurementPageJSON($0, cursor: $1) }
    }
}

extension JSONFormat where Value == String {
    /// The format of the end of a page of measurements.
    static var measurementCursor: JSONFormat { .string(pattern: "^-?[0-9]{1,19}(\\.[0-9]{1,20})?$") }
}

/// A page of readings, with their unit.
package struct ReadingPageJSON: JSONRepresentable {
    package var unit: HKUnit
    package var readings: [SeriesQuantity]
    /// The cursor of the next page; nil on the last one.
    package var cursor: String?

    package init(_ readings: [SeriesQuantity], unit: HKUnit, cursor: String?) {
        self.unit = unit
        self.readings = readings
        self.cursor = cursor
    }

    package static let format = JSONFormat<ReadingPageJSON>.object(
        .required("unit", \.unit, .unit), .required("readings", \.readings, .array(of: .reading)),
        .optional("cursor", \.cursor, .measurementCursor)
    ) { ReadingPageJSON($1, unit: $0, cursor: $2) }
}

/// The voltages of an electrocardiogram.
package struct VoltagesJSON: JSONRepresentable {
    package var unit: HKUnit
    /// The number of voltages per second.
    package var frequency: Double
    package var voltages: [Double]

    package init(_ voltages: [Double], unit: HKUnit, frequency: Double) {
        self.unit = unit
        self.frequency = frequency
        self.voltages = voltages
    }

    package static let format = JSONFormat<VoltagesJSON>.object(
        .required("unit", \.unit, .unit), .required("frequency", \.frequency, .number),
        .required("voltages", \.voltages, .array(of: .number))
    ) { VoltagesJSON($2, unit: $0, frequency: $1) }
}

extension JSONFormat where Value == RoutePoint {
    /// The format of a point of a route: `{"time", "latitude", "longitude"}` in seconds since 1970 and degrees (WGS 84), and other
    /// known values in meters, meters per second and degrees.
    package static let routePoint = JSONFormat(
        name: "RoutePoint",
        .object(
            [
                "time": .number.described("Seconds since 1970."),
                "latitude": .number.described("Degrees north, WGS 84."),
                "longitude": .number.described("Degrees east, WGS 84."),
            ],
            optional: [
                "altitude": .number, "speed": .number, "course": .number, "horizontalAccuracy": .number,
                "verticalAccuracy": .number, "courseAccuracy": .number, "speedAccuracy": .number,
            ])
    ) {
        json(of: $0)
    } decode: { (json) throws(Problem) in
        try read(json)
    }

    private static func read(_ json: JSONReader) throws(Problem) -> RoutePoint {
        try json.check(keys: ["time", "latitude", "longitude"] + optional.map(\.key) + nullable.map(\.key))
        var point = RoutePoint(
            time: try json.required("time").double(), latitude: try json.required("latitude").double(),
            longitude: try json.required("longitude").double())
        for (key, path) in optional {
            if let value = try json.optional(key) { point[keyPath: path] = try value.double() }
        }
        for (key, path) in nullable {
            if let value = try json.optional(key) { point[keyPath: path] = try value.double() }
        }
        return point
    }

    /// The values that are NaN if they are unknown.
    private static var optional: [(key: String, path: WritableKeyPath<RoutePoint, Double>)] {
        [
            ("altitude", \.altitude), ("speed", \.speed), ("course", \.course),
            ("horizontalAccuracy", \.horizontalAccuracy), ("verticalAccuracy", \.verticalAccuracy),
        ]
    }

    private static var nullable: [(key: String, path: WritableKeyPath<RoutePoint, Double?>)] {
        [("courseAccuracy", \.courseAccuracy), ("speedAccuracy", \.speedAccuracy)]
    }

    private static func json(of point: RoutePoint) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("time", .double(point.time)), ("latitude", .double(point.latitude)),
            ("longitude", .double(point.longitude)),
        ]
        for (key, path) in optional where !point[keyPath: path].isNaN {
            entries.append((key, .double(point[keyPath: path])))
        }
        for (key, path) in nullable {
            if let value = point[keyPath: path] { entries.append((key, .double(value))) }
        }
        return .object(entries)
    }
}
