// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTimeLimits
import Testing

/// Tests of what failed commands leave behind.
@Suite(.timeLimit(.usual))
struct FailedCommandTests {
    /// Returns a home with an export, and its first half.
    private static func home() throws -> Home {
        let home = try Home()
        try Tool.run(["demo", home.path("whole.xml"), "--records", "600", "--format", "xml"], in: home)
        let bytes = try Data(contentsOf: home.file("whole.xml"))
        try bytes.prefix(bytes.count / 2).write(to: home.file("half.xml"))
        return home
    }

    private static func stores(_ home: Home) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.url.path).filter { $0.hasPrefix("new.db") }
    }

    @Test func `a failed first import removes the store that it created`() throws {
        let home = try Self.home()
        let failed = try Tool.run(["import", home.path("half.xml"), "--store", home.path("new.db")], in: home)
        #expect(failed.status == 1 && failed.errorLines.count == 1, "\(failed)")
        #expect(try Self.stores(home) == [])
        #expect(try Tool.run(["types", "--store", home.path("new.db")], in: home).errors.contains("there is no store"))
    }

    @Test func `a failed import keeps what was stored before it`() throws {
        let home = try Self.home()
        let both = ["import", home.path("whole.xml"), home.path("half.xml"), "--store", home.path("new.db")]
        #expect(try Tool.run(both, in: home).status == 1)
        let counts = try Tool.run(["types", "--store", home.path("new.db"), "--format", "json"], in: home)
        #expect(try counts.status == 0 && !Parsed.array(counts.output).isEmpty)
        #expect(try Tool.run(["check", "--store", home.path("new.db")], in: home).status == 0)
    }

    @Test func `a failed import keeps a store that existed`() throws {
        let home = try Self.home()
        try Data().write(to: home.file("new.db"))
        #expect(try Tool.run(["import", home.path("half.xml"), "--store", home.path("new.db")], in: home).status == 1)
        #expect(try Self.stores(home).contains("new.db"))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a restoration that is ended at the question for the passphrase leaves nothing`(signal: Int32) throws {
        let store = try DemoStore.shared.get()
        let home = try Home()
        try Data("correct horse\n".utf8).write(to: home.file("secret"))
        let made = try Tool.run(
            ["backup", home.path("a.age"), "--encrypt", "--passphrase-file", home.path("secret")], in: store.home)
        #expect(made.status == 0, "\(made)")
        #expect(mkfifo(home.path("pipe"), 0o600) == 0)
        let restoration = try Tool.start(
            ["restore", home.path("a.age"), "--store", home.path("new.db"), "--passphrase-file", home.path("pipe")],
            in: home)
        // This waits until the tool reads the passphrase, which never comes.
        let pipe = open(home.path("pipe"), O_WRONLY | O_CLOEXEC)
        #expect(pipe >= 0)
        restoration.send(signal)
        let result = try restoration.end()
        close(pipe)
        #expect(result.signal == signal, "\(result)")
        let left = try FileManager.default.contentsOfDirectory(atPath: home.url.path)
        #expect(!left.contains { $0.contains("new.db") }, "\(left)")
    }
}
