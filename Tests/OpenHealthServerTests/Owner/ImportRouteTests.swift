// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct ImportRouteTests {
    private static let export = """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_DE">
         <ExportDate value="2026-01-02 10:00:00 +0100"/>
         <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-01-01"/>
         <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
        creationDate="2026-01-01 10:00:00 +0100" startDate="2026-01-01 09:00:00 +0100" \
        endDate="2026-01-01 09:10:00 +0100" value="100"/>
         <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
        creationDate="2026-01-01 11:00:00 +0100" startDate="2026-01-01 10:00:00 +0100" \
        endDate="2026-01-01 10:10:00 +0100" value="200"/>
        </HealthData>
        """

    private func upload(
        _ daemon: OwnedDaemon, _ owner: OwnedDaemon.OwnerAccess, _ text: String, type: String = "text/xml"
    ) async throws -> OwnedDaemon.Response {
        try await daemon.send(
            "POST", "/v1/imports", as: .owner(owner), headers: [("Content-Type", type)], body: Data(text.utf8))
    }

    private func leftovers(_ daemon: OwnedDaemon) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: daemon.folder.path).filter { $0.contains("upload") }
    }

    @Test func anExportIsImportedWithProgressEvents() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let response = try await upload(daemon, owner, Self.export)
            #expect(response.status == 202, "\(response.text)")
            let id = try #require(response.json?["id"]?.string)
            let events = try await daemon.send("GET", "/v1/imports/\(id)/events", as: .owner(owner))
            #expect(events.header("Content-Type") == "text/event-stream")
            #expect(events.text.contains("event: done\ndata: {"))
            let shown = try await daemon.send("GET", "/v1/imports/\(id)", as: .owner(owner))
            #expect(shown.json?["status"]?.string == "done", "\(shown.text)")
            #expect(shown.json?["receipt"]?["records"] != nil)
            let steps = try daemon.database.samples(SampleRequest(types: ["HKQuantityTypeIdentifierStepCount"]))
            #expect(steps.count == 2)
            #expect(try leftovers(daemon).isEmpty)
        }
    }

    @Test func anActivityFileIsImportedByItsContent() async throws {
        let file = """
            <TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="2025-01-01T09:00:00Z">
            <TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>2000</DistanceMeters><Track><Trackpoint>
            <Time>2025-01-01T09:00:00Z</Time><HeartRateBpm><Value>120</Value></HeartRateBpm></Trackpoint></Track></Lap>
            </Activity></Activities></TrainingCenterDatabase>
            """
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let response = try await upload(daemon, owner, file, type: "application/octet-stream")
            let id = try #require(response.json?["id"]?.string, "\(response.text)")
            let events = try await daemon.send("GET", "/v1/imports/\(id)/events", as: .owner(owner))
            #expect(events.text.contains("event: done"))
            let receipt = try await daemon.send("GET", "/v1/imports/\(id)", as: .owner(owner)).json?["receipt"]
            #expect(receipt?["format"]?.string == "tcx")
            #expect(receipt?["description"]?.string == "this is a TCX file: 1 workout, 2025")
            #expect(try daemon.database.workouts().map(\.activityType) == [.running])
        }
    }

    @Test(arguments: ["", "no export", "PK\u{3}\u{4}nothing", "<HealthData><Record"])
    func otherFilesChangeNothing(text: String) async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let response = try await upload(daemon, owner, text)
            let id = try #require(response.json?["id"]?.string, "\(response.text)")
            let events = try await daemon.send("GET", "/v1/imports/\(id)/events", as: .owner(owner))
            #expect(events.text.contains("event: done"))
            let shown = try await daemon.send("GET", "/v1/imports/\(id)", as: .owner(owner))
            #expect(shown.json?["status"]?.string == "failed")
            #expect(shown.json?["detail"]?.string?.contains(daemon.folder.path) == false, "\(shown.text)")
            #expect(try daemon.database.sources().isEmpty)
            #expect(try leftovers(daemon).isEmpty)
            // The next upload is accepted.
            #expect(try await upload(daemon, owner, Self.export).status == 202)
        }
    }

    @Test func anInterruptedUploadLeavesNoFile() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            _ = try await daemon.raw(
                "POST /v1/imports HTTP/1.1\r\nHost: localhost\r\nCookie: \(OwnerSessionNames.cookie)=\(owner.cookie)\r\n"
                    + "\(OwnerSessionNames.formTokenField): \(owner.token)\r\nContent-Type: text/xml\r\nContent-Length: 100000\r\n\r\n"
                    + Self.export)
            try await daemon.services.settled()
            #expect(try leftovers(daemon).isEmpty)
            #expect(try daemon.database.sources().isEmpty)
            #expect(try await upload(daemon, owner, Self.export).status == 202)
        }
    }

    @Test func filesOfAKilledServerAreRemoved() async throws {
        try await OwnedDaemon.with { daemon in
            let left = daemon.folder.appendingPathComponent(".health.db-upload-left")
            try FileManager.default.createDirectory(at: left, withIntermediateDirectories: false)
            try Data("x".utf8).write(to: left.appendingPathComponent("export.zip"))
            _ = ImportJobs(daemon.database)
            #expect(try leftovers(daemon).isEmpty)
        }
    }

    @Test func uploadsHaveAMaximumSize() async throws {
        try await OwnedDaemon.with { configuration in
            configuration.limits.importBytes = 1000
        } _: { (daemon: OwnedDaemon) async throws in
            let owner = try await daemon.signIn()
            #expect(try await upload(daemon, owner, String(repeating: " ", count: 1001)).status == 413)
            #expect(try await upload(daemon, owner, "{}", type: "application/json").status == 415)
            #expect(try leftovers(daemon).isEmpty)
            #expect(try await upload(daemon, owner, Self.export).status == 202)
        }
    }
}
