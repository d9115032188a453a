// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthDemo
import OpenHealthExport
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of exports over HTTP.
@Suite(.timeLimit(.slow)) struct ExportRouteTests {
    private static let path = "/v1/owner/export"

    private static func fill(_ database: HealthDatabase, records: Int = 3000) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString).zip")
        defer { try? FileManager.default.removeItem(at: url) }
        try DemoExport(records: records, seed: 1).write(to: url)
        _ = try database.ingest(try AppleHealthExportReader(url: url), options: .init(file: "demo.zip"))
    }

    private static func withData(
        records: Int = 3000, _ body: @Sendable (OwnedDaemon, OwnedDaemon.OwnerAccess) async throws -> Void
    ) async throws {
        try await OwnedDaemon.with { daemon in
            try fill(daemon.database, records: records)
            try await body(daemon, try await daemon.signIn())
        }
    }

    /// Compares a response with the export of the same store by the library.
    /// - Returns: How they differ; nil if they are equal.
    private static func difference(
        _ response: OwnedDaemon.Response, _ daemon: OwnedDaemon, _ format: any ExportFormat,
        _ selection: ContentSelection = ContentSelection()
    ) throws -> String? {
        let url = daemon.folder.appendingPathComponent("expected-\(UUID().uuidString).zip")
        var exporter = Exporter(format: format)
        exporter.selection = selection
        exporter.date = daemon.clock.now
        _ = try exporter.run(daemon.database, to: url)
        let expected = try Data(contentsOf: url)
        if response.body == expected { return nil }
        let received = daemon.folder.appendingPathComponent("received-\(UUID().uuidString).zip")
        try response.body.write(to: received)
        let members = try [received, url].map { url in
            let archive = try ZipArchive(url: url)
            return try Dictionary(
                uniqueKeysWithValues: archive.entries.map { entry in
                    var source = try archive.open(entry)
                    return (entry.path, try source.readAll(limit: 64 << 20, file: entry.path))
                })
        }
        let different = Set(members[0].keys).union(members[1].keys).filter { members[0][$0] != members[1][$0] }
        let places = different.sorted().map { path in
            let (one, other) = (members[0][path] ?? [], members[1][path] ?? [])
            let place = zip(one, other).prefix { $0 == $1 }.count
            let lines = [one, other].map { bytes in
                String(decoding: bytes.dropFirst(max(0, place - 200)).prefix(400), as: UTF8.self)
            }
            return "\(path): \(one.count) and \(other.count) bytes, from byte \(place):\n\(lines[0])\n\(lines[1])"
        }
        return "\(response.body.count) and \(expected.count) bytes, different members: \(places)"
    }

    @Test func everyFormatIsTheExportOfTheTool() async throws {
        try await Self.withData { daemon, owner in
            for format in ExportFormats.all {
                let response = try await daemon.send("GET", Self.path + "?format=\(format.name)", as: .owner(owner))
                #expect(response.status == 200, "\(format.name): \(response.text.prefix(300))")
                #expect(response.header("Content-Type") == "application/zip")
                #expect(
                    response.header("Content-Disposition")
                        == "attachment; filename=\"health-\(format.name)-2027-01-15.zip\"")
                #expect(try Self.difference(response, daemon, format) == nil, "\(format.name)")
            }
        }
    }

    @Test func aPartIsSelectedByTypesDatesAndSource() async throws {
        try await Self.withData { daemon, owner in
            let source = try #require(try daemon.database.sourceNames().first)
            let name = try #require(source.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let middle = try #require(
                try daemon.database.types().first { $0.identifier == HKQuantityTypeIdentifier.heartRate.rawValue }?
                    .latest
            )
            let from = Date(timeIntervalSince1970: middle.timeIntervalSince1970.rounded(.down) - 86_400)
            let types: Set = [
                HKQuantityTypeIdentifier.heartRate.rawValue, HKQuantityTypeIdentifier.stepCount.rawValue,
            ]
            let cases: [(String, ContentSelection)] = [
                ("types=heartRate,HKQuantityTypeIdentifierStepCount", ContentSelection(types: types)),
                ("source=\(name)", ContentSelection(sources: [source])),
                ("from=\(from.ISO8601Format())", ContentSelection(from: from)),
                ("types=stepCount,heartRate&to=\(from.ISO8601Format())", ContentSelection(types: types, to: from)),
            ]
            for (query, selection) in cases {
                let response = try await daemon.send("GET", Self.path + "?format=csv&" + query, as: .owner(owner))
                #expect(response.status == 200, "\(query): \(response.text.prefix(300))")
                #expect(try Self.difference(response, daemon, TableFormat.csv, selection) == nil, "\(query)")
            }
        }
    }

    @Test func aRangeCanHaveOneEndInEveryFormat() async throws {
        try await Self.withData { daemon, owner in
            let (first, last) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 4_102_444_800))
            let cases = [("from", first, ContentSelection(from: first)), ("to", last, ContentSelection(to: last))]
            for format in ExportFormats.all {
                for (name, date, selection) in cases {
                    let query = "?format=\(format.name)&\(name)=\(date.ISO8601Format())"
                    let response = try await daemon.send("GET", Self.path + query, as: .owner(owner))
                    #expect(response.status == 200, "\(query): \(response.text.prefix(300))")
                    #expect(try Self.difference(response, daemon, format, selection) == nil, "\(query)")
                }
            }
        }
    }

    private enum TableFormat {
        static var csv: any ExportFormat {
            get throws { try ExportFormats.named("csv") }
        }
    }

    @Test(arguments: [
        ("format=docx", 422), ("format=", 422), ("types=nothing", 422), ("types=", 422), ("types=,", 422),
        ("source=nothing", 422), ("from=2024", 422), ("from=2024-02-01T00:00:00Z&to=2024-01-01T00:00:00Z", 422),
        ("to=1900-01-01T00:00:00Z", 404), ("types=heartRate&to=1900-01-01T00:00:00Z&format=csv", 404),
    ])
    func impossibleExportsAreProblems(query: String, status: Int) async throws {
        try await Self.withData { daemon, owner in
            let response = try await daemon.send("GET", Self.path + "?" + query, as: .owner(owner))
            #expect(
                response.status == status && response.problem != nil, "\(response.status) \(response.text.prefix(300))")
        }
    }

    @Test func anEmptyStoreHasNothingToExport() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            for format in ExportFormats.all {
                let response = try await daemon.send("GET", Self.path + "?format=\(format.name)", as: .owner(owner))
                #expect(response.status == 404 && response.problem?.kind == .notFound, "\(format.name)")
            }
        }
    }

    /// Clients that hang up release the thread and the connection to the store.
    @Test func aClientThatHangsUpEndsItsExport() async throws {
        try await Self.withData(records: 60_000) { daemon, owner in
            for _ in 1...3 {
                let request =
                    "GET \(Self.path)?format=ndjson HTTP/1.1\r\nHost: localhost\r\nCookie: \(OwnerSessionNames.cookie)=\(owner.cookie)"
                    + "\r\n\(OwnerSessionNames.formTokenField): \(owner.token)\r\n\r\n"
                #expect(try await daemon.beginning(request).hasPrefix("HTTP/1.1 200"))
                await daemon.services.exports.settled()
                #expect(daemon.services.exports.current == 0)
            }
            let response = try await daemon.send("GET", Self.path + "?types=heartRate", as: .owner(owner))
            #expect(response.status == 200)
        }
    }

    @Test func formatsNameTheKindsThatTheyCannotHold() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let response = try await daemon.send("GET", Self.path + "/formats", as: .owner(owner))
            let formats = try #require(response.json?["formats"]?.array)
            #expect(formats.compactMap { $0["name"]?.string } == ExportFormats.all.map(\.name))
            for (format, json) in zip(ExportFormats.all, formats) {
                #expect(json["notHeld"]?.array?.compactMap(\.string) == format.kinds(.none).map(\.rawValue))
            }
        }
    }

    // MARK: - The page

    @Test func theFormOfThePageDownloadsAnExport() async throws {
        try await Self.withData { daemon, owner in
            let page = try await daemon.send("GET", "/owner/export", as: .owner(owner))
            #expect(page.status == 200)
            for format in ExportFormats.all { #expect(page.text.contains("value=\"\(format.name)\"")) }
            let form = [
                ("format", "csv"), ("type", HKQuantityTypeIdentifier.heartRate.rawValue), ("from", ""),
                ("to", "2025-06-30"), ("source", ""),
            ]
            let response = try await daemon.send("POST", "/owner/export", as: .owner(owner), form: form)
            #expect(
                response.status == 200 && response.header("Content-Type") == "application/zip",
                "\(response.text.prefix(500))"
            )
            let zone = daemon.database.homeTimeZone ?? .gmt
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            let end = try #require(calendar.date(from: DateComponents(year: 2025, month: 7, day: 1)))
            let selection = ContentSelection(types: [HKQuantityTypeIdentifier.heartRate.rawValue], to: end)
            #expect(try Self.difference(response, daemon, TableFormat.csv, selection) == nil)
            // The form sends an empty field for a date that is not chosen.
            for dates in [[("from", "2000-01-01"), ("to", "")], [("from", ""), ("to", "2100-01-01")]] {
                let response = try await daemon.send(
                    "POST", "/owner/export", as: .owner(owner), form: [("format", "omop")] + dates)
                #expect(response.status == 200, "\(dates): \(response.text.prefix(300))")
            }
            let wrong: [[(String, String)]] = [
                [("format", "docx")], [("format", "csv"), ("from", "2025-02-01"), ("to", "2025-01-01")],
                [("format", "csv"), ("from", "then")], [("format", "csv"), ("type", "nothing")], [],
            ]
            for form in wrong {
                let response = try await daemon.send("POST", "/owner/export", as: .owner(owner), form: form)
                #expect([404, 422].contains(response.status), "\(form)")
                #expect(response.header("Content-Type")?.hasPrefix("text/html") == true)
            }
        }
    }
}
