// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The figures of an interval that an app pushed. They are not a sample.
package struct StoredAggregate: Sendable, Equatable {
    /// The identifier of the app.
    package var app: String
    /// The figures, in the canonical unit of the type.
    package var point: AggregatedPoint
    /// The unit of the figures; nil for categories.
    package var canonicalUnit: String?
    /// The date of arrival.
    package var received: Date
}

extension HealthDatabase {
    /// Returns the figures of intervals that apps pushed, in order of type and start.
    /// - Parameter types: The identifiers of the types; empty for all types.
    /// - Throws: A ``StoreError``.
    package func aggregates(types: [String] = []) throws -> [StoredAggregate] {
        let wanted = Set(types)
        return try read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT t.identifier, t.unit, a.app, a.interval, a.start, a.end, a.sources, a.unit, a.sum, a.average,
                        a.minimum, a.maximum, a.others, a.received
                    FROM aggregate_point AS a JOIN sample_type AS t ON t.id = a.type ORDER BY t.identifier, a.start, a.id
                    """)
            var found: [StoredAggregate] = []
            while let row = try rows.next() {
                let type: String = try row.decode(atIndex: 0)
                guard wanted.isEmpty || wanted.contains(type) else { continue }
                let interval: String = try row.decode(atIndex: 3)
                var point = AggregatedPoint(
                    type: type, sources: try row.decode(atIndex: 6), start: try row.decode(atIndex: 4),
                    end: try row.decode(atIndex: 5), interval: AggregatedPoint.Interval(rawValue: interval) ?? .unknown,
                    unit: try row.decode(atIndex: 7), place: "")
                (point.sum, point.average) = (try row.decode(atIndex: 8), try row.decode(atIndex: 9))
                (point.minimum, point.maximum) = (try row.decode(atIndex: 10), try row.decode(atIndex: 11))
                point.others = (try row.decode(String?.self, atIndex: 12)).map(MetadataPairs.read) ?? []
                found.append(
                    StoredAggregate(
                        app: try row.decode(atIndex: 2), point: point, canonicalUnit: try row.decode(atIndex: 1),
                        received: Date(timeIntervalSince1970: try row.decode(atIndex: 13))))
            }
            return found
        }
    }
}
