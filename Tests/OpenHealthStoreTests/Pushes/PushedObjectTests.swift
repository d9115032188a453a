// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of pushed states of mind and doses of medications.
@Suite struct PushedObjectTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func push(_ store: ScratchStore, _ data: String, app: String = "phone.a") throws
        -> PushedReceipt.Counts
    {
        var document = "{\"data\":{\(data)}}"
        let batch = try document.withUTF8 {
            try HealthAutoExportReader.read($0, aggregation: .individual, now: Self.now)
        }
        let receipt = try store.database.ingest(batch, app: app, now: now)
        #expect(receipt.refusals.entries == [])
        #expect(try store.database.check().findings == [])
        return receipt.allSamples
    }

    private static func mind(_ valence: Double, id: String?) -> String {
        let id = id.map { "\"id\":\"\($0)\"," } ?? ""
        return """
            "stateOfMind":[{\(id)"start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 10:00:00 +0000",
                "kind":"Daily Mood","labels":["Calm"],"valence":\(valence)}]
            """
    }

    private static func dose(_ status: String, scheduled: Bool) -> String {
        let date = scheduled ? "\"scheduledDate\":\"2024-03-10 08:00:00 +0000\"," : ""
        return """
            "medications":[{"displayText":"Examplol",\(date)"start":"2024-03-10 08:05:00 +0000","status":"\(status)",
                "dosage":1}]
            """
    }

    @Test(arguments: ["5BFB1B2A-7020-4C84-8A32-1963F0BF643D", nil])
    func `an edited state of mind replaces the earlier one`(id: String?) throws {
        let store = try ScratchStore()
        #expect(try Self.push(store, Self.mind(0.5, id: id)) == .init(added: 1))
        #expect(try Self.push(store, Self.mind(0.5, id: id)) == .init(known: 1))
        #expect(try Self.push(store, Self.mind(0.25, id: id)) == .init(replaced: 1))
        #expect(try Self.push(store, Self.mind(0.25, id: id)) == .init(known: 1))
        #expect(try store.count("SELECT count(*) FROM sample") == 1)
        #expect(try store.count("SELECT count(*) FROM deletion") == 1)
        let revisions = try store.database.revisions(
            type: HKDataTypeIdentifierStateOfMind, from: .distantPast, to: .distantFuture)
        #expect(revisions == .init(samples: 1, versions: 1))
        // Another connection's object with the same identifier is another object.
        #expect(try Self.push(store, Self.mind(1, id: id), app: "phone.b") == .init(added: 1))
        #expect(try store.count("SELECT count(*) FROM sample") == 2)
    }

    @Test(arguments: [true, false])
    func `a dose that is taken later replaces the one that was not`(scheduled: Bool) throws {
        let store = try ScratchStore()
        #expect(try Self.push(store, Self.dose("Not Interacted", scheduled: scheduled)) == .init(added: 1))
        #expect(try Self.push(store, Self.dose("Taken", scheduled: scheduled)) == .init(replaced: 1))
        #expect(try Self.push(store, Self.dose("Taken", scheduled: scheduled)) == .init(known: 1))
        #expect(try store.count("SELECT count(*) FROM sample") == 1)
    }

    @Test func `of several versions of an object in one push, the last counts`() throws {
        let store = try ScratchStore()
        let first = Self.dose("Skipped", scheduled: true)
        let entry = Self.dose("Taken", scheduled: true).drop { $0 != "{" }.dropLast()
        #expect(try Self.push(store, first.dropLast() + "," + entry + "]") == .init(added: 1, known: 1))
        #expect(try Self.push(store, Self.dose("Taken", scheduled: true)) == .init(known: 1))
    }
}
