// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite
import OpenHealthModel

/// The columns of a reading of a quantity sample with several readings.
package enum ReadingColumn: Int32, PositionedColumns {
    case start, end, value
}

extension SeriesQuantity {
    /// Creates a reading from a row with ``ReadingColumn``.
    package init(row: Row) throws {
        self.init(
            start: try row.value(at: ReadingColumn.start), end: try row.value(at: ReadingColumn.end),
            value: try row.value(at: ReadingColumn.value))
    }
}

/// The columns of a heartbeat of a series.
package enum HeartbeatColumn: Int32, PositionedColumns {
    case time, precededByGap

    package var expression: String { self == .precededByGap ? "preceded_by_gap" : "\(self)" }
}

extension SeriesHeartbeat {
    /// Creates a heartbeat from a row with ``HeartbeatColumn``.
    package init(row: Row) throws {
        self.init(
            time: try row.value(at: HeartbeatColumn.time),
            precededByGap: try row.value(at: HeartbeatColumn.precededByGap))
    }
}

/// The columns of a point of a route.
package enum RoutePointColumn: Int32, PositionedColumns {
    case time, latitude, longitude, altitude, speed, course, horizontalAccuracy, verticalAccuracy, courseAccuracy
    case speedAccuracy

    package var expression: String {
        switch self {
        case .time, .latitude, .longitude, .altitude, .speed, .course: "\(self)"
        case .horizontalAccuracy: "horizontal_accuracy"
        case .verticalAccuracy: "vertical_accuracy"
        case .courseAccuracy: "course_accuracy"
        case .speedAccuracy: "speed_accuracy"
        }
    }
}

extension RoutePoint {
    /// Creates a point from a row with ``RoutePointColumn``.
    package init(row: Row) throws {
        func number(_ column: RoutePointColumn) throws -> Double { try row.value(at: column) ?? .nan }
        self.init(
            time: try row.value(at: RoutePointColumn.time), latitude: try row.value(at: RoutePointColumn.latitude),
            longitude: try row.value(at: RoutePointColumn.longitude), altitude: try number(.altitude),
            speed: try number(.speed), course: try number(.course),
            horizontalAccuracy: try number(.horizontalAccuracy), verticalAccuracy: try number(.verticalAccuracy))
        courseAccuracy = try row.value(at: RoutePointColumn.courseAccuracy)
        speedAccuracy = try row.value(at: RoutePointColumn.speedAccuracy)
    }

    /// Creates a point from the current row of a statement with ``RoutePointColumn``.
    init(_ handle: OpaquePointer) {
        func optional(_ column: RoutePointColumn) -> Double? {
            sqlite3_column_type(handle, column.rawValue) == SQLITE_NULL
                ? nil : sqlite3_column_double(handle, column.rawValue)
        }
        func number(_ column: RoutePointColumn) -> Double { optional(column) ?? .nan }
        self.init(
            time: number(.time), latitude: number(.latitude), longitude: number(.longitude),
            altitude: number(.altitude), speed: number(.speed), course: number(.course),
            horizontalAccuracy: number(.horizontalAccuracy), verticalAccuracy: number(.verticalAccuracy))
        courseAccuracy = optional(.courseAccuracy)
        speedAccuracy = optional(.speedAccuracy)
    }
}
