// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The ways in which the samples of a store came, which decide whose samples count where those of one source overlap.
///
/// Way 0 is that of complete samples, and the others follow in order, the best-informed first.
package struct PushWays: Sendable {
    /// The number of the app of each way; that of complete samples is -1.
    private let apps: [Int32]

    /// Creates a list of ways.
    /// - Parameter ways: The ways except that of complete samples, in order.
    init(_ ways: [PushWay]) {
        var numbers: [String: Int32] = [:]
        var apps: [Int32] = [-1]
        for way in ways {
            let number = numbers[way.app] ?? Int32(numbers.count)
            numbers[way.app] = number
            apps.append(number)
        }
        self.apps = apps
        comparesApps = numbers.count > 1
    }

    /// The number of ways.
    var count: Int { apps.count }

    /// Whether samples of several apps lack properties, so that these are compared with each other.
    package let comparesApps: Bool

    /// Returns whether samples of a way replace those of another. Samples of one app never replace each other.
    func replaces(_ way: Int, _ other: Int) -> Bool { way < other && apps[way] != apps[other] }

    /// Reads the ways of a store.
    /// - Returns: The ways, and the way of each provenance whose samples lack properties.
    static func read(_ db: Database) throws -> (ways: PushWays, wayOfProvenance: [Int: Int32]) {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, ifnull(app, ''), (bundle_identifier IS NOT NULL) + (source_version IS NOT NULL)
                        + (product_type IS NOT NULL) + (operating_system IS NOT NULL) + (device IS NOT NULL)
                    FROM provenance WHERE missing > 0
                    """))
        let found = try rows.map { row in
            (
                id: try row.decode(Int.self, atIndex: 0),
                way: PushWay(facts: try row.decode(atIndex: 2), app: try row.decode(atIndex: 1))
            )
        }
        let ordered = Set(found.map(\.way)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(ordered, Int32(1)...))
        return (
            PushWays(ordered),
            Dictionary(uniqueKeysWithValues: found.map { ($0.id, numbers[$0.way] ?? 0) })
        )
    }
}
