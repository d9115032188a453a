// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A point of a route: `{"time", "latitude", "longitude"}` in seconds since 1970 and degrees (WGS 84), and other known values in
/// meters, meters per second and degrees.
package struct RoutePointJSON: JSONRepresentable {
    package var point: RoutePoint

    package init(_ point: RoutePoint) {
        self.point = point
    }

    package static let format = JSONFormat<RoutePointJSON>(
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
        $0.encoded
    } decode: { (json) throws(Problem) in
        RoutePointJSON(try read(json))
    }

    private static func read(_ json: JSONReader) throws(Problem) -> RoutePoint {
        try json.check(keys: ["time", "latitude", "longitude"] + Self.optional.map(\.key) + Self.nullable.map(\.key))
        var point = RoutePoint(
            time: try json.required("time").double(), latitude: try json.required("latitude").double(),
            longitude: try json.required("longitude").double())
        for (key, path) in Self.optional {
            if let value = try json.optional(key) { point[keyPath: path] = try value.double() }
        }
        for (key, path) in Self.nullable {
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

    private var encoded: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("time", .double(point.time)), ("latitude", .double(point.latitude)),
            ("longitude", .double(point.longitude)),
        ]
        for (key, path) in Self.optional where !point[keyPath: path].isNaN {
            entries.append((key, .double(point[keyPath: path])))
        }
        for (key, path) in Self.nullable {
            if let value = point[keyPath: path] { entries.append((key, .double(value))) }
        }
        return .object(entries)
    }
}

extension JSONFormat where Value == RoutePoint {
    /// The format of a point of a route.
    package static var routePoint: JSONFormat { RoutePointJSON.format.map(\.point, back: RoutePointJSON.init) }
}
