// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite("Stops of a pump in Nightscout's interface", .timeLimit(.usual)) struct SuspendedPumpTests {
    /// 2026-11-20T12:00:00Z.
    private static let noon = 1_795_176_000.0

    /// Returns a treatment some minutes after noon.
    private static func treatment(_ event: String, _ minute: Int, _ fields: String = "") -> String {
        let date = Int(noon * 1000) + minute * 60_000
        return
            "{\"eventType\": \"\(event)\", \"date\": \(date), \"enteredBy\": \"x\"\(fields.isEmpty ? "" : ", " + fields)}"
    }

    private static func basal(_ minute: Int, duration: Int, rate: Double = 2) -> String {
        treatment("Temp Basal", minute, "\"absolute\": \(rate), \"duration\": \(duration)")
    }

    private static func send(_ client: NightscoutClient, _ documents: String...) async throws {
        try await client.send("POST", "/api/v1/treatments.json", "[\(documents.joined(separator: ","))]")
    }

    /// Returns the delivered insulin in order: the minutes from noon to its start and end, and the units.
    private static func delivered(_ daemon: TestDaemon) throws -> [String] {
        func text(_ number: Double) -> String { String(format: "%.4g", number) }
        return try daemon.database.records(SampleRequest(types: [HKQuantityTypeIdentifier.insulinDelivery.rawValue]))
            .sorted { $0.start < $1.start }
            .map { record in
                let minutes = [record.start, record.end].map { text(($0.timeIntervalSince1970 - noon) / 60) }
                return minutes.joined(separator: "-") + " " + text(record.value ?? 0)
            }
    }

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func `a rate is not delivered while the pump is stopped, in whatever order they arrive`(
        order: [Int]
    ) async throws {
        try await NightscoutClient.serve(at: Self.noon + 7200) { client, daemon in
            let documents = [
                Self.basal(0, duration: 60), Self.treatment("Suspend Pump", 15), Self.treatment("Resume Pump", 45),
            ]
            for index in order { try await Self.send(client, documents[index]) }
            #expect(try Self.delivered(daemon) == ["0-15 0.5", "45-60 0.5"])
            // A repeated push changes nothing.
            try await Self.send(client, documents[order[2]], documents[order[0]], documents[order[1]])
            #expect(try Self.delivered(daemon) == ["0-15 0.5", "45-60 0.5"])
            #expect(try daemon.database.check().findings == [])
        }
    }

    @Test func `a stop without a start ends all rates until a start arrives`() async throws {
        try await NightscoutClient.serve(at: Self.noon + 7200) { client, daemon in
            try await Self.send(client, Self.basal(0, duration: 30), Self.basal(40, duration: 30))
            #expect(try Self.delivered(daemon) == ["0-30 1", "40-70 1"])
            try await Self.send(client, Self.treatment("Suspend Pump", 20))
            #expect(try Self.delivered(daemon) == ["0-20 0.6667"])
            // A rate that begins while the pump is stopped.
            try await Self.send(client, Self.basal(60, duration: 30, rate: 1))
            #expect(try Self.delivered(daemon) == ["0-20 0.6667"])
            try await Self.send(client, Self.treatment("Resume Pump", 50))
            #expect(try Self.delivered(daemon) == ["0-20 0.6667", "50-60 0.3333", "60-90 0.5"])
        }
    }

    @Test func `notes of Trio and oref0 stop the pump`() async throws {
        try await NightscoutClient.serve(at: Self.noon + 7200) { client, daemon in
            try await Self.send(client, Self.basal(0, duration: 30))
            try await Self.send(
                client, Self.treatment("Note", 10, "\"notes\": \"PumpSuspend\""),
                Self.treatment("Note", 25, "\"notes\": \"PumpResume 722 \""))
            #expect(try Self.delivered(daemon) == ["0-10 0.3333", "25-30 0.1667"])
            try await Self.send(client, Self.treatment("Note", 5, "\"notes\": \"pump suspended later\""))
            #expect(try Self.delivered(daemon) == ["0-10 0.3333", "25-30 0.1667"])
            // The documents are as they were sent.
            #expect(try await client.list("treatments?find[eventType]=Note").count == 3)
        }
    }

    @Test func `a stop that is moved or deleted changes the rates again`() async throws {
        try await NightscoutClient.serve(at: Self.noon + 7200) { client, daemon in
            func stop(_ minute: Int, _ fields: String = "\"notes\": \"\"") -> String {
                Self.treatment("Suspend Pump", minute, "\"identifier\": \"s\", \(fields)")
            }
            try await Self.send(client, Self.basal(0, duration: 30), Self.basal(30, duration: 30), stop(15))
            #expect(try Self.delivered(daemon) == ["0-15 0.5"])
            try await Self.send(client, stop(45))
            #expect(try Self.delivered(daemon) == ["0-30 1", "30-45 0.5"])
            try await Self.send(client, stop(45, "\"isValid\": false"))
            #expect(try Self.delivered(daemon) == ["0-30 1", "30-60 1"])
            try await Self.send(client, stop(15, "\"isValid\": true"), Self.treatment("Resume Pump", 30))
            #expect(try Self.delivered(daemon) == ["0-15 0.5", "30-60 1"])
            try await client.send("DELETE", "/api/v1/treatments.json?find[eventType][$eq]=Resume Pump")
            #expect(try Self.delivered(daemon) == ["0-15 0.5"])
            try await client.send("DELETE", "/api/v1/treatments.json?find[eventType][$eq]=Suspend Pump")
            #expect(try Self.delivered(daemon) == ["0-30 1", "30-60 1"])
            #expect(try daemon.database.check().findings == [])
        }
    }

    @Test func `the next rate ends the part after the pump has started again`() async throws {
        try await NightscoutClient.serve(at: Self.noon + 7200) { client, daemon in
            try await Self.send(
                client, Self.basal(0, duration: 60), Self.treatment("Suspend Pump", 15),
                Self.treatment("Resume Pump", 20))
            #expect(try Self.delivered(daemon) == ["0-15 0.5", "20-60 1.333"])
            try await Self.send(client, Self.basal(30, duration: 0, rate: 0))
            #expect(try Self.delivered(daemon) == ["0-15 0.5", "20-30 0.3333"])
            try await Self.send(client, Self.basal(18, duration: 0, rate: 0))
            #expect(try Self.delivered(daemon) == ["0-15 0.5"])
        }
    }

    @Test func `the rate stays in its document until the samples of all its parts are deleted`() async throws {
        try await NightscoutClient.serve(at: Self.noon + 7200) { client, daemon in
            try await Self.send(
                client, Self.basal(0, duration: 60), Self.treatment("Suspend Pump", 15),
                Self.treatment("Resume Pump", 45))
            let samples = try daemon.database.samples(
                SampleRequest(types: [HKQuantityTypeIdentifier.insulinDelivery.rawValue]))
            #expect(samples.count == 2)
            let path = "treatments?find[eventType]=Temp Basal"
            try daemon.database.delete([samples[0].uuid])
            #expect(try await client.list(path).map { $0["absolute"]?.double } == [2])
            try daemon.database.delete([samples[1].uuid])
            #expect(try await client.list(path).isEmpty)
            // With the next change, the values are removed from the store.
            try await client.send("POST", "/api/v1/devicestatus.json", "[{\"device\": \"x\"}]")
            #expect(try await client.list(path).isEmpty)
        }
    }

    @Test func `a client of version 3 stops the pump, and takes it back`() async throws {
        try await TestDaemon.with {
            $0.clock = { Date(timeIntervalSince1970: Self.noon + 7200) }
        } _: { daemon in
            let client = try AndroidAPSClient(daemon)
            let date = 1_795_176_000_000
            _ = try await client.create(
                "treatments", AndroidAPSClient.document("Temp Basal", #""absolute": 2, "duration": 30"#, at: date))
            let stop = try await client.create(
                "treatments", AndroidAPSClient.document("Suspend Pump", #""notes": """#, at: date + 600_000))
            #expect(try Self.delivered(daemon) == ["0-10 0.3333"])
            #expect(try await client.send("PATCH", "treatments/\(stop)", #"{"duration": 15}"#).status == 200)
            #expect(try Self.delivered(daemon) == ["0-10 0.3333", "25-30 0.1667"])
            #expect(try await client.send("DELETE", "treatments/\(stop)").status == 200)
            #expect(try Self.delivered(daemon) == ["0-30 1"])
        }
    }
}
