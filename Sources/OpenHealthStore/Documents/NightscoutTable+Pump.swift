// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The temporary basal rates of an app, and the stops and starts of its pump.
extension NightscoutTable {
    /// Returns a temporary basal rate with what determines its end and its parts; other documents as they are.
    package func completed(_ document: NightscoutDocument) throws -> NightscoutDocument {
        guard document.isTemporaryBasal else { return document }
        let next = try temporaryBasal(after: document.date)
        let end = min(next ?? .infinity, document.date + NightscoutDocument.longestBasal)
        return document.completed(next: next, events: try pumpEvents(from: document.date, to: end))
    }

    /// Returns the start of the first temporary basal rate after a date.
    private func temporaryBasal(after date: Double) throws -> Double? {
        try Double.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT min(date) FROM nightscout_document
                    WHERE app = ? AND collection = ? AND kind = ? AND date > ? AND valid
                    """),
            arguments: [
                app, NightscoutCollection.treatments.rawValue, NightscoutDocument.temporaryBasal, date,
            ])
    }

    /// Returns the last temporary basal rate before a date.
    package func temporaryBasal(before date: Double) throws -> Entry? {
        try Entry.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM nightscout_document
                    WHERE app = ? AND collection = ? AND kind = ? AND date < ? AND valid ORDER BY date DESC LIMIT 1
                    """),
            arguments: [
                app, NightscoutCollection.treatments.rawValue, NightscoutDocument.temporaryBasal, date,
            ]
        )
    }

    /// Returns the numbers of the temporary basal rates that a stop or a start of the pump at a date can change: the last one before, and those
    /// that start until the next stop or start.
    package func temporaryBasals(changedAt date: Double) throws -> [Int64] {
        let next = try Double.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT min(date) FROM nightscout_document
                    WHERE app = ? AND collection = ? AND kind IN (?, ?) AND date > ? AND valid
                    """),
            arguments: [
                app, NightscoutCollection.treatments.rawValue, NightscoutDocument.suspension,
                NightscoutDocument.resumption, date,
            ])
        let before = try temporaryBasal(before: date).map { [$0.id] } ?? []
        return try before
            + Int64.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT id FROM nightscout_document
                        WHERE app = ? AND collection = ? AND kind = ? AND date >= ? AND date < ? AND valid ORDER BY date
                        """),
                arguments: [
                    app, NightscoutCollection.treatments.rawValue, NightscoutDocument.temporaryBasal, date,
                    next ?? 1e15,
                ])
    }

    /// The maximum number of stops, and of starts, during a temporary basal rate.
    private static let mostPumpEvents = 1000

    /// Returns the stops and starts of the pump in an interval, and the last ones at its start or before.
    private func pumpEvents(from start: Double, to end: Double) throws -> [NightscoutPumpEvent] {
        func entries(_ kind: String, _ condition: String, _ dates: [Double], limit: Int) throws -> [Entry] {
            let arguments: StatementArguments = [app, NightscoutCollection.treatments.rawValue, kind]
            return try Entry.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT \(Self.columns) FROM nightscout_document
                        WHERE app = ? AND collection = ? AND kind = ? AND \(condition) LIMIT \(limit)
                        """), arguments: arguments + StatementArguments(dates)
            )
        }
        return try [NightscoutDocument.suspension, NightscoutDocument.resumption].flatMap { kind in
            try entries(kind, "date <= ? AND valid ORDER BY date DESC", [start], limit: 1)
                + entries(
                    kind, "date > ? AND date < ? AND valid ORDER BY date", [start, end], limit: Self.mostPumpEvents)
        }.compactMap { NightscoutPumpEvent($0.document) }
    }
}
