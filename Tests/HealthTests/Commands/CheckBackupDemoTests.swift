// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import ProcessTestSupport
import Testing

@Suite("health check, backup and demo")
struct CheckBackupDemoTests {
    @Test("a backup is a complete store, and an existing file is kept")
    func backup() throws {
        let store = try DemoStore.shared.get()
        let file = store.home.path("backup-\(UUID().uuidString).db")
        let result = try Tool.run(["backup", file], in: store.home)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("backed up to \(file)"))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(try Tool.run(["check", "--store", file], in: store.home).status == 0)
        let original = try Tool.run(["types"], in: store.home).output
        #expect(try Tool.run(["types", "--store", file], in: store.home).output == original)
        let again = try Tool.run(["backup", file], in: store.home)
        #expect(again.status != 0)
        #expect(again.errorLines.count == 1)
    }

    @Test("an encrypted backup is restored, and only with its passphrase")
    func encryption() throws {
        let store = try DemoStore.shared.get()
        let (file, restored) = (store.home.path("\(UUID().uuidString).age"), store.home.path("\(UUID().uuidString).db"))
        let secret = store.home.file("secret.txt")
        // Only the first line counts, wherever the pieces in which the file is read end.
        let notes = "x" + String(repeating: "é", count: 5000)
        try Data("correct horse battery\n\(notes)".utf8).write(to: secret)
        let made = try Tool.run(["backup", file, "--encrypt", "--passphrase-file", secret.path], in: store.home)
        #expect(made.status == 0, "\(made.errors)")
        for passphrase in ["wrong\n", "\n", ""] {
            let other = store.home.file("wrong.txt")
            try Data(passphrase.utf8).write(to: other)
            let wrong = try Tool.run(
                ["restore", file, "--store", restored, "--passphrase-file", other.path], in: store.home)
            #expect(wrong.status != 0 && wrong.errorLines.count == 1 && !wrong.errors.contains("horse"))
            #expect(!FileManager.default.fileExists(atPath: restored))
        }
        let arguments = ["restore", file, "--store", restored, "--passphrase-file", secret.path]
        let result = try Tool.run(arguments, in: store.home)
        #expect(result.status == 0 && result.output == "restored \(restored)\n", "\(result.errors)")
        let original = try Tool.run(["types"], in: store.home).output
        #expect(try Tool.run(["types", "--store", restored], in: store.home).output == original)
        #expect(try Tool.run(arguments, in: store.home).errors.contains("--force"))
        let again = try Tool.run(arguments + ["--force"], in: store.home)
        #expect(again.status == 0 && again.lines.count == 2 && again.lines[1].hasPrefix("the previous store is "))
    }

    @Test(
        "invalid options for backups are rejected with their remedy",
        arguments: [
            ["backup", "x.age", "--passphrase-file", "none.txt"],
            ["backup", "x.age", "--encrypt", "--passphrase-file", "none.txt"],
            ["serve", "--backup", "/nowhere/at/all"], ["serve", "--backup", "/tmp", "--every", "year"],
            ["serve", "--backup", "/tmp", "--keep", "0"], ["serve", "--backup-passphrase-file", "x"],
            ["restore", "missing.age", "--store", "missing.db"],
        ])
    func options(_ arguments: [String]) throws {
        let store = try DemoStore.shared.get()
        let result = try Tool.run(arguments, in: store.home)
        #expect(result.status != 0 && result.output.isEmpty && !result.errors.isEmpty, "\(result)")
        #expect(!FileManager.default.fileExists(atPath: store.home.path("x.age")))
    }

    @Test("a damaged store is reported without a crash")
    func damage() throws {
        let store = try DemoStore.shared.get()
        let file = store.home.file("damaged-\(UUID().uuidString).db")
        try Tool.run(["backup", file.path], in: store.home)
        var bytes = try Data(contentsOf: file)
        for index in stride(from: bytes.count / 3, to: bytes.count / 2, by: 97) { bytes[index] ^= 0xff }
        try bytes.write(to: file)
        let result = try Tool.run(["check", "--store", file.path], in: store.home)
        #expect(result.status == 1)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains("backup"))
    }

    @Test("check reports a sound store")
    func whole() throws {
        let result = try DemoStore.run("check")
        #expect(result.status == 0, "\(result)")
        #expect(result.lines.last?.hasPrefix("no fault was found; ") == true)
    }

    @Test("a repair without faults reports so each time")
    func repair() throws {
        let store = try DemoStore.shared.get()
        let file = store.home.file("repaired-\(UUID().uuidString).db")
        try Tool.run(["backup", file.path], in: store.home)
        for _ in 0..<2 {
            let result = try Tool.run(["check", "--repair", "--store", file.path], in: store.home)
            #expect(result.status == 0, "\(result)")
            #expect(result.lines.first == "there is nothing to repair")
            #expect(result.lines.last?.hasPrefix("no fault was found; ") == true)
        }
        let nowhere = try Tool.run(["check", "--repair", "--store", store.home.path("none.db")], in: store.home)
        #expect(nowhere.status != 0)
        #expect(!FileManager.default.fileExists(atPath: store.home.path("none.db")))
    }

    @Test("a demo is the same for the same seed, and describes its contents")
    func demo() throws {
        let home = try Home()
        let first = try Tool.run(["demo", home.path("a.zip"), "--records", "700", "--json"], in: home)
        #expect(first.status == 0, "\(first.errors)")
        let truth = try JSONDecoder().decode(DemoTruth.self, from: Data(first.output.utf8))
        #expect(truth.records == 700)
        try Tool.run(["demo", home.path("b.zip"), "--records", "700"], in: home)
        try Tool.run(["demo", home.path("c.zip"), "--records", "700", "--seed", "2"], in: home)
        let bytes = try ["a", "b", "c"].map { try Data(contentsOf: home.file("\($0).zip")) }
        #expect(bytes[0] == bytes[1])
        #expect(bytes[0] != bytes[2])
        let refused = try Tool.run(["demo", home.path("a.zip")], in: home)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("--force"))
        #expect(try Data(contentsOf: home.file("a.zip")) == bytes[0])
        #expect(
            try Tool.run(["demo", home.path("a.zip"), "--records", "700", "--seed", "2", "--force"], in: home).status
                == 0)
        #expect(try Data(contentsOf: home.file("a.zip")) == bytes[2])
    }

    @Test("a demo's true totals are written beside it, and not replaced without --force")
    func truth() throws {
        let home = try Home()
        for (name, options, truthName) in [
            ("a.zip", [], "a.truth.json"), ("b.xml", [], "b.truth.json"), ("c/", [], "c.truth.json"),
            ("d.e", ["--timezone", "Asia/Kathmandu"], "d.e.truth.json"),
        ] {
            let arguments = ["demo", home.path(name), "--records", "700"] + options
            let made = try Tool.run(arguments, in: home)
            #expect(made.status == 0, "\(made.errors)")
            #expect(made.output.hasSuffix("its true totals are in \(home.path(truthName))\n"))
            let data = try Data(contentsOf: home.file(truthName))
            let printed = try Tool.run(arguments + ["--json", "--force"], in: home)
            #expect(try Data(contentsOf: home.file(truthName)) == data)
            let truth = try JSONDecoder().decode(DemoTruth.self, from: data)
            #expect(try JSONDecoder().decode(DemoTruth.self, from: Data(printed.output.utf8)) == truth)
            #expect(printed.lines.count == 1)
            #expect(truth.steps.total > 0)
            // In tests, the tool runs in UTC, a zone with several names.
            let zone = try #require(TimeZone(identifier: options.last ?? "UTC"))
            for month in 0..<12 {
                let date = Date(timeIntervalSince1970: 1.74e9 + Double(month) * 2.6e6)
                let found = TimeZone(identifier: truth.steps.zone)?.secondsFromGMT(for: date)
                #expect(found == zone.secondsFromGMT(for: date))
            }
            try FileManager.default.removeItem(at: home.file(name))
            let refused = try Tool.run(arguments, in: home)
            #expect(refused.status == 1)
            #expect(refused.errorLines.count == 1)
            #expect(refused.errors.contains(truthName))
            #expect(refused.errors.contains("--force"))
            #expect(!FileManager.default.fileExists(atPath: home.path(name)))
        }
        let lost = try Tool.run(["demo", home.path("z.zip"), "--timezone", "Europe/Berln"], in: home)
        #expect(lost.status == 2)
        #expect(lost.errors.contains("Europe/Berlin"))
        #expect(!FileManager.default.fileExists(atPath: home.path("z.zip")))
    }
}
