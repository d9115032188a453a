// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

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
