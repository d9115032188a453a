// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health delete --source")
struct DeleteSourceTests {
    private static func count(_ source: String, in home: Home) throws -> Int {
        let result = try Tool.run(["samples", "stepCount", "--source", source, "--format", "json"], in: home)
        return result.status == 0 ? try Parsed.array(result.output).count : 0
    }

    @Test("with --yes the samples of the source are deleted, and the totals are those of the others")
    func delete() throws {
        let home = try MadeStore.steps()
        let result = try Tool.run(["delete", "--source", "Ana's Apple Watch", "--yes"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "deleted 1 sample\n")
        let explained = try Tool.run(["explain", "stepCount", "2024-03-10", "--format", "json"], in: home)
        // All 60 steps of the phone count again, and the app adds the five minutes before them.
        #expect(try Parsed.object(explained.output)["total"] as? Double == 60 + 100 + 50 + 50)
        #expect(try Self.count("Ana's iPhone", in: home) == 4)
        #expect(try Tool.run(["check"], in: home).status == 0)
        let again = try Tool.run(["delete", "--source", "Ana's Apple Watch", "--yes"], in: home)
        #expect(again.status == 1)
        #expect(again.errorLines.count == 1)
        #expect(try Tool.run(["import", home.path("made.xml")], in: home).status == 0)
        let whole = try Tool.run(["explain", "stepCount", "2024-03-10", "--format", "json"], in: home)
        #expect(try Parsed.object(whole.output)["total"] as? Double == 230)
    }

    @Test("without --yes the number of samples and the command are shown")
    func asks() throws {
        let home = try MadeStore.steps()
        let result = try Tool.run(["delete", "--source", "Ana’s iPhone"], in: home)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains("4 samples"), "\(result.errors)")
        #expect(result.errors.contains("--yes"))
        #expect(try Self.count("Ana's iPhone", in: home) == 4)
    }

    @Test("only the named types are deleted, as many samples as announced")
    func types() throws {
        let home = try Home()
        try Tool.run(["demo", home.path("demo.zip"), "--records", "2000", "--seed", "3"], in: home)
        try Tool.run(["import", home.path("demo.zip")], in: home)
        func counts() throws -> [String: Int] {
            let rows = try Parsed.array(try Tool.run(["types", "--format", "json"], in: home).output)
            return Dictionary(
                uniqueKeysWithValues: rows.map { ($0["name"] as? String ?? "", $0["count"] as? Int ?? 0) })
        }
        let before = try counts()
        let phone = try Self.count("Ana's iPhone", in: home)
        #expect(phone > 0)
        let arguments = ["delete", "--source", "Ana's iPhone", "--type", "stepCount"]
        #expect(try Tool.run(arguments, in: home).errors.contains(" \(phone) samples of stepCount"))
        let result = try Tool.run(arguments + ["--yes"], in: home)
        #expect(result.output == "deleted \(phone) samples\n", "\(result)")
        var expected = before
        expected["stepCount", default: 0] -= phone
        #expect(try counts() == expected)
        let announced = try Tool.run(["delete", "--source", "Ana's iPhone"], in: home).errors
        let all = try Tool.run(["delete", "--source", "Ana's iPhone", "--yes"], in: home).output
        let number = all.split(separator: " ").dropFirst().first ?? ""
        #expect(announced.contains("delete \(number) sample"), "\(announced) \(all)")
        #expect(try Tool.run(["check"], in: home).status == 0)
    }

    @Test(
        "ambiguous arguments are refused and delete nothing",
        arguments: [
            ([], "--source"), (["--type", "stepCount"], "--source"),
            (["--source", "Pedometer", "0A1B2C3D-0000-0000-0000-000000000000"], "cannot be combined"),
            (["--source", "Pedometr", "--yes"], "Pedometer"),
            (["--source", "no one at all", "--yes"], "health sources"), (["--source", "", "--yes"], "UUIDs"),
            (["--source", "Pedometer", "--type", "stepcuont", "--yes"], "stepCount"), (["--yes"], "--source"),
        ])
    func refused(_ arguments: [String], _ hint: String) throws {
        let home = try MadeStore.steps()
        let result = try Tool.run(["delete"] + arguments, in: home)
        #expect(result.status == 2, "\(result)")
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(hint), "\(result.errors)")
        #expect(try Self.count("Pedometer", in: home) == 1)
    }

    @Test(
        "a terminal asks for confirmation",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")),
        arguments: [("y", 0), ("yes", 0), ("n", 4), ("", 4), ("maybe", 4)])
    func terminal(_ answer: String, _ left: Int) throws {
        let home = try MadeStore.steps()
        try #""$health" delete --source "Ana's iPhone""#.write(
            to: home.file("line.sh"), atomically: true, encoding: .utf8)
        let result = try Tool.shell(
            "(sleep 1; echo '\(answer)'; sleep 1) | script -qec 'sh \(home.path("line.sh"))' /dev/null", in: home)
        #expect(result.output.contains("Delete 4 samples from"), "\(result)")
        #expect(result.output.contains(left == 0 ? "deleted 4 samples" : "nothing was deleted"), "\(result)")
        #expect(try Self.count("Ana's iPhone", in: home) == left)
    }
}
