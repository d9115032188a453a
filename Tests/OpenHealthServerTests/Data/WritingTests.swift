// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// An import that ends on request.
private struct HeldSource: SampleBatchSource {
    let end: DispatchSemaphore
    var hasBegun = false

    mutating func nextBatch() -> SampleBatch? {
        if !hasBegun {
            hasBegun = true
            return SampleBatch()
        }
        end.wait()
        return nil
    }
}

/// A large import of heart rates that ends on request.
private struct HeldRecords: SampleBatchSource {
    static let batches = 12
    let end: DispatchSemaphore
    var number = 0

    mutating func nextBatch() -> SampleBatch? {
        guard number < Self.batches else {
            end.wait()
            return nil
        }
        var batch = SampleBatch()
        if number == 0 {
            batch.newTypes = [HKQuantityTypeIdentifier.heartRate.rawValue]
            batch.newProvenances = [ProvenanceData(sourceName: "Watch", unit: "count/min")]
        }
        let start = 1_700_000_000 + Double(number) * 60
        batch.rows = [SampleRow(type: 0, provenance: 0, start: start, end: start, value: 61)]
        number += 1
        return batch
    }
}

@Suite(.timeLimit(.usual)) struct WritingTests {
    private static let steps = HKQuantityType(.stepCount)

    private static func body(_ number: Int) -> JSONValue {
        let sample = JSONValue.object([
            ("type", .string(steps.identifier)), ("startDate", .string("2026-03-01T10:00:00Z")),
            ("endDate", .string("2026-03-01T10:01:00Z")), ("value", .integer(number)), ("unit", .string("count")),
        ])
        return .object([("samples", .array([sample]))])
    }

    /// A short import is one transaction, for which all writers wait.
    @Test func readingContinuesWhileWritersWaitForAnImport() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("app")
            try daemon.allow("app", share: [Self.steps], read: [Self.steps])
            let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
            let end = DispatchSemaphore(value: 0)
            let database = daemon.services.database
            Thread.detachNewThread {
                _ = try? database.ingest(
                    HeldSource(end: end), options: HealthDatabase.IngestOptions(file: "held.xml")
                ) { _ in beginning.finish() }
            }
            for await _ in begun {}
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 1...20 {
                    group.addTask {
                        try await daemon.send("POST", "/v1/samples", token: token, json: Self.body(number)).status
                    }
                }
                for _ in 0..<50 {
                    let response = try await daemon.send("GET", "/v1/samples?type=stepCount", token: token)
                    #expect(response.status == 200 && response.json.value["samples"]?.array?.isEmpty == true)
                }
                end.signal()
                for try await status in group { #expect(status == 200) }
            }
            let saved = try await daemon.send("GET", "/v1/samples?type=stepCount", token: token)
            #expect(saved.json.value["samples"]?.array?.count == 20)
        }
    }

    /// The records of a large import are stored in parts, which readers do not see until its end.
    @Test func appsSaveDuringALargeImport() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("app")
            let heartRate = HKQuantityType(.heartRate)
            try daemon.allow("app", share: [Self.steps], read: [Self.steps, heartRate])
            func count(_ type: String) async throws -> Int? {
                let response = try await daemon.send("GET", "/v1/samples?type=\(type)", token: token)
                return response.json.value["samples"]?.array?.count
            }
            let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
            let (ended, ending) = AsyncStream.makeStream(of: Int.self)
            let end = DispatchSemaphore(value: 0)
            let database = daemon.services.database
            var options = HealthDatabase.IngestOptions(file: "held.xml")
            options.takesTurns = true
            Thread.detachNewThread { [options] in
                let receipt = try? database.ingest(HeldRecords(end: end), options: options) { _ in
                    beginning.finish()
                }
                ending.yield(receipt?.records.added ?? -1)
                ending.finish()
            }
            for await _ in begun {}
            for number in 1...20 {
                let response = try await daemon.send("POST", "/v1/samples", token: token, json: Self.body(number))
                #expect(response.status == 200)
            }
            #expect(try await count("stepCount") == 20)
            #expect(try await count("heartRate") == 0)
            end.signal()
            for await added in ended { #expect(added == HeldRecords.batches) }
            #expect(try await count("stepCount") == 20)
            #expect(try await count("heartRate") == HeldRecords.batches)
        }
    }

    @Test func routesDeclareWhetherTheyOnlyRead() {
        for route in APIRoutes.all where route.method == .get { #expect(route.onlyReads, "\(route.id)") }
        let reads = APIRoutes.all.filter { $0.method != .get && $0.onlyReads }
        #expect(
            Set(reads.map(\.id)) == [
                "authorizationRequestStatus", "checkAuthorization", "checkReadable", "earliestAuthorizedDates",
                "fhirObservationSearch", "fhirPatientSearch", "queryActivitySummaries", "queryChangedTypes",
                "queryChanges", "queryCorrelations", "queryEffort", "queryMedications", "querySamples",
                "querySamplesAtOnce", "querySources", "queryStatistics", "sendExportPage", "splitEnergy",
            ])
    }
}
