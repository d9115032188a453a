// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health export -")
struct ExportStreamTests {
    @Test("tables are the samples of all types, and the receipt is on standard error", arguments: ["-", "/dev/stdout"])
    func tables(target: String) throws {
        let home = try DemoStore.shared.get().home
        let lines = try Tool.run(["export", target, "--format", "ndjson"], in: home)
        #expect(lines.status == 0, "\(lines.errors)")
        let objects = try lines.lines.map { try Parsed.object($0) }
        let file = "receipt-\(UUID().uuidString).json"
        let csv = try Tool.shell(
            "\"$health\" export '\(target)' --format csv --json 2>'\(home.path(file))' | cat", in: home)
        #expect(csv.lines.first?.hasPrefix("uuid,type,start,end,") == true)
        #expect(csv.lines.filter { $0.hasPrefix("uuid,type,") }.count == 1)
        let receipt = try Parsed.object(String(contentsOf: home.file(file), encoding: .utf8))
        let types = try #require(receipt["types"] as? [String: Any])
        #expect(types.values.compactMap { $0 as? Int }.reduce(0, +) == objects.count && objects.count > 3000)
        #expect(Set(objects.compactMap { $0["type"] as? String }) == Set(types.keys))
        #expect(receipt["file"] as? String == "standard output" && receipt["files"] as? Int == 1)
        // The tables with other columns are not in the stream.
        let notHeld = try #require(receipt["notHeld"] as? [String: Any])
        #expect(notHeld["workoutEvents"] != nil && notHeld["voltages"] != nil)
        #expect(lines.errors.contains("exported to standard output (ndjson, 1 file, "))
    }

    @Test("the lines of one type are those of its file")
    func oneType() throws {
        let home = try DemoStore.shared.get().home
        for format in ["csv", "ndjson"] {
            let folder = "tables-\(UUID().uuidString)"
            let arguments = ["--format", format, "--types", "heartRate"]
            #expect(try Tool.run(["export", home.path(folder)] + arguments, in: home).status == 0)
            let file = try String(contentsOf: home.file("\(folder)/samples/heartRate.\(format)"), encoding: .utf8)
            #expect(try Tool.run(["export", "-"] + arguments, in: home).output == file)
        }
    }

    @Test("archives pass through a pipe and a file", arguments: ["apple", "health-connect"])
    func archives(format: String) throws {
        let home = try DemoStore.shared.get().home
        let name = "\(format)-\(UUID().uuidString).zip"
        let line = "\"$health\" export - --format \(format) 2>/dev/null"
        let result = try Tool.shell("cd '\(home.url.path)'; \(line) | cat > \(name); \(line) > file-\(name)", in: home)
        #expect(result.status == 0, "\(result.errors)")
        let bytes = try Data(contentsOf: home.file(name))
        #expect(bytes.starts(with: Data("PK".utf8)))
        #expect(try Tool.shell("unzip -tq '\(home.path(name))'", in: home).status == 0)
        #expect(try Tool.shell("unzip -tq '\(home.path("file-" + name))'", in: home).status == 0)
        if format == "apple" {
            let copy = home.path("copy-\(UUID().uuidString).db")
            #expect(try Tool.run(["import", home.path(name), "--store", copy], in: home).status == 0)
        }
    }

    @Test(
        "formats of several files name them, and write nothing",
        arguments: ["parquet", "gpx", "fhir", "fit", "omop", "open-mhealth"])
    func severalFiles(format: String) throws {
        let home = try DemoStore.shared.get().home
        let result = try Tool.run(["export", "-", "--format", format], in: home)
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains("the format \(format) is a file for each "))
        #expect(result.errors.contains(".zip"))
    }

    @Test("an empty selection and a full disk are errors, and a reader that has enough is none")
    func ends() throws {
        let home = try DemoStore.shared.get().home
        let nothing = try Tool.run(["export", "-", "--format", "csv", "--from", "1950", "--to", "1951"], in: home)
        #expect(nothing.status == 1 && nothing.errors.contains("nothing"))
        let full = try Tool.shell("\"$health\" export - --format csv > /dev/full", in: home)
        #expect(full.status == 1 && full.errors.contains("standard output"), "\(full)")
        let head = try Tool.shell("\"$health\" export - --format ndjson | head -n 1", in: home)
        #expect(head.status == 0 && head.lines.count == 1 && !head.errors.contains("cannot"), "\(head)")
    }
}
