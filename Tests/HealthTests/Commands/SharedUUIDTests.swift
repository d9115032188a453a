// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore
import ProcessTestSupport
import TestTimeLimits
import Testing

/// Tests of samples of two apps with the same UUID.
@Suite(.timeLimit(.usual))
struct SharedUUIDTests {
    private static let apps = ["org.example.first", "org.example.second"]

    /// Returns a home whose store has heart rates of two apps with one UUID.
    private static func home() throws -> (home: Home, uuid: String) {
        let home = try Home()
        let url = home.file(".local/share/openhealthkit/health.db")
        let database = try HealthDatabase(url: url)
        let uuids = try apps.enumerated().flatMap { index, app in
            let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(index))
            let quantity = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 4242 + Double(index))
            let sample = HKQuantitySample(type: HKQuantityType(.heartRate), quantity: quantity, start: date, end: date)
            let source = ProvenanceData(sourceName: "Watch \(index)", bundleIdentifier: app)
            return try database.save([sample], source: source)
        }
        try database.write { db in try db.execute(sql: "UPDATE sample_uuid SET uuid = ?", arguments: [uuids[0].bytes]) }
        return (home, uuids[0].uuidString)
    }

    private static func sources(_ home: Home) throws -> [String] {
        try Parsed.array(try Tool.run(["samples", "heartRate", "--format", "json"], in: home).output)
            .compactMap { $0["source"] as? String }
    }

    @Test func `delete and show list the samples of a UUID and choose none`() throws {
        let (home, uuid) = try Self.home()
        for command in ["delete", "show"] {
            let result = try Tool.run([command, uuid], in: home)
            #expect(result.status == 2 && result.output.isEmpty && result.errorLines.count == 1, "\(result)")
            for text in [
                "2 samples have the UUID \(uuid)",
                "HKQuantityTypeIdentifierHeartRate at 2023-11-14T22:13:20Z from Watch 0 (",
                "2023-11-14T22:13:21Z from Watch 1 (org.example.second)", "--app",
            ] { #expect(result.errors.contains(text), "\(result.errors)") }
            #expect(!result.errors.contains("424"), "\(result.errors)")
        }
        #expect(try Self.sources(home) == ["Watch 0", "Watch 1"])
    }

    @Test func `the app chooses the sample`() throws {
        let (home, uuid) = try Self.home()
        for (index, app) in Self.apps.enumerated() {
            let shown = try Parsed.object(
                try Tool.run(["show", uuid, "--app", app, "--format", "json"], in: home).output)
            #expect(shown["source"] as? String == "Watch \(index)")
        }
        let other = try Tool.run(["delete", uuid, "--app", "org.example.third"], in: home)
        #expect(other.status == 1 && other.errors.contains("of org.example.third"), "\(other)")
        #expect(try Tool.run(["delete", uuid, "--app", Self.apps[1]], in: home).output == "deleted 1 sample\n")
        #expect(try Self.sources(home) == ["Watch 0"])
        #expect(try Tool.run(["show", uuid], in: home).status == 0)
        #expect(try Tool.run(["delete", uuid], in: home).status == 0)
        #expect(try Tool.run(["check"], in: home).status == 0)
    }

    @Test func `an app cannot be combined with a source`() throws {
        let home = try Home()
        let result = try Tool.run(["delete", "--source", "Watch", "--app", "org.example.first"], in: home)
        #expect(result.status == 2 && result.errors.contains("--app"), "\(result)")
    }
}
