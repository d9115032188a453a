// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of documents of Nightscout's interface from before their senders were no longer compared.
@Suite struct DocumentMigrationTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func document(_ json: String, _ collection: NightscoutCollection) throws -> NightscoutDocument {
        let found = try NightscoutReader.documents(Array(json.utf8), in: collection, now: now).documents
        return try #require(found.first)
    }

    @Test func `documents that were stored with their sender are found again`() throws {
        let sent: [(NightscoutCollection, json: String, former: String)] = [
            (
                .treatments,
                #"{"eventType": "Correction Bolus", "created_at": "2026-11-20T10:00:00Z", "insulin": 1, "enteredBy": "medtronic://554"}"#,
                "at:1795168800000.0|Correction Bolus|medtronic://554|"
            ),
            (
                .treatments,
                #"{"eventType": "a|b", "created_at": "2026-11-20T10:00:00Z", "carbs": 5, "enteredBy": "x|y", "id": "trio"}"#,
                "at:1795168800000.0|a|b|x|y|trio"
            ),
            (
                .entries, #"{"type": "sgv", "sgv": 120, "date": 1795168800000, "device": "sensor"}"#,
                "at:1795168800000.0|sgv|sensor|"
            ),
            (
                .deviceStatus, #"{"created_at": "2026-11-20T10:00:00Z", "device": "rig"}"#,
                "at:1795168800000.0||rig|"
            ),
            (
                .treatments, #"{"eventType": "Note", "created_at": "2026-11-20T10:00:00Z", "syncIdentifier": "at:x"}"#,
                "at:x"
            ),
        ]
        let store = try ScratchStore()
        try store.database.write { db in
            try db.execute(sql: "INSERT INTO app (identifier, name, added) VALUES ('phone.nightscout', 'App', 0)")
            let app = db.lastInsertedRowID
            for (index, (collection, json, former)) in sent.enumerated() {
                let document = try Self.document(json, collection)
                try db.execute(
                    sql: """
                        INSERT INTO nightscout_document (app, collection, name, identity, kind, date, modified, valid, json)
                        VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?)
                        """,
                    arguments: [
                        app, collection.rawValue, "\(index)", former, document.kind, document.date, index,
                        document.json.text,
                    ])
            }
            try db.execute(
                sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [SchemaV30.identifier])
        }
        let opened = try HealthDatabase(url: store.database.url)
        try opened.write { db in
            let app = try #require(try Int64.fetchOne(db, sql: "SELECT max(id) FROM app"))
            var table = try NightscoutTable(db, app: app, identifier: "phone.nightscout", now: Self.now)
            for (index, (collection, json, _)) in sent.enumerated() {
                let saved = try table.save(Self.document(json, collection), restoresDeleted: false)
                #expect(saved.document.name == "\(index)" && saved.earlier != nil, "\(json)")
            }
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM nightscout_document") == sent.count)
        }
    }
}
