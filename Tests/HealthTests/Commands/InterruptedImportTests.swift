// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("Interrupted imports", .serialized)
struct InterruptedImportTests {
    /// Returns a store with a small import, and a large export in the same folder.
    private static func prepare() throws -> (home: Home, before: Int, after: Int) {
        let home = try Home()
        try Tool.run(["demo", home.path("small.zip"), "--records", "600"], in: home)
        try Tool.run(["demo", home.path("large.zip"), "--records", "12000", "--seed", "9"], in: home)
        try Tool.run(["import", home.path("small.zip")], in: home)
        let before = try count(home, "own")
        try FileManager.default.copyItem(at: store(home), to: home.file("copy.db"))
        try Tool.run(["import", home.path("large.zip"), "--store", home.path("copy.db")], in: home)
        let after = try count(home, "copy", "--store", home.path("copy.db"))
        return (home, before, after)
    }

    private static func store(_ home: Home) -> URL { home.file(".local/share/openhealthkit/health.db") }

    private static func count(_ home: Home, _ what: String, _ options: String...) throws -> Int {
        let result = try Tool.run(["types", "--format", "json"] + options, in: home)
        #expect(result.status == 0, "\(what): \(result.errors)")
        return try Parsed.array(result.output).reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
    }

    @Test("kill -9 at any moment leaves the store unchanged and sound", arguments: [SIGKILL, SIGINT, SIGTERM])
    func killed(_ signal: Int32) throws {
        let (home, before, after) = try Self.prepare()
        #expect(before < after)
        // The log and its index are created and prepared, the export is read, the log is written, and then copied to the store. Equal
        // changes that follow each other can be one event.
        for number in [1, 2, 4, 6, 7, 8, 9, 10, 12, 16, 20, 24] {
            let import_ = try Self.changes(number, ofFilesBeside: Self.store(home), in: home) {
                try Tool.start(["import", home.path("large.zip")], in: home)
            }
            import_.send(signal)
            let result = try import_.end()
            let now = try Self.count(home, "after \(number) changes")
            if result.status == 0 {
                #expect(now == after)
                break
            }
            #expect(result.signal == signal || (signal == SIGINT && result.status == 130))
            // The import can be killed after it has stored everything, but never leaves only a part.
            #expect(now == before || now == after)
            #expect(try Tool.run(["check"], in: home).status == 0)
            if now == after { break }
        }
        // Nothing prevents the next import.
        #expect(try Tool.run(["import", home.path("large.zip")], in: home).status == 0)
        #expect(try Self.count(home, "at the end") == after)
        #expect(try Tool.run(["check"], in: home).status == 0)
    }

    /// Returns after a number of changes of files in the folder of a store, or when the program has ended.
    private static func changes(
        _ count: Int, ofFilesBeside store: URL, in home: Home, during body: () throws -> Running
    ) throws -> Running {
        let events = inotify_init1(Int32(IN_CLOEXEC))
        try #require(events >= 0)
        defer { close(events) }
        let folder = store.deletingLastPathComponent().path
        let changes = inotify_add_watch(events, folder, UInt32(IN_CREATE | IN_MODIFY))
        // A program has the file of its output open until it ends.
        let end = inotify_add_watch(events, home.url.path, UInt32(IN_CLOSE_WRITE))
        try #require(changes >= 0 && end >= 0)
        let running = try body()
        var bytes = [UInt8](repeating: 0, count: 4096)
        var seen = 0
        while true {
            let length = read(events, &bytes, bytes.count)
            try #require(length > 0)
            // An event begins with the number of its watch, and its first 16 bytes end with the length of the name that follows.
            var place = 0
            while place < length {
                let (watch, name) = bytes.withUnsafeBytes {
                    (
                        $0.loadUnaligned(fromByteOffset: place, as: Int32.self),
                        $0.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self)
                    )
                }
                seen += 1
                if watch == end || seen == count { return running }
                place += 16 + Int(name)
            }
        }
    }

    /// Returns after a file with a name has been created in the home folder.
    private static func creation(of name: String, in home: Home, during body: () throws -> Running) throws -> Running {
        let events = inotify_init1(Int32(IN_CLOEXEC))
        try #require(events >= 0 && inotify_add_watch(events, home.url.path, UInt32(IN_CREATE)) >= 0)
        defer { close(events) }
        let running = try body()
        // One read returns whole events: 16 bytes and a name.
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(events, &bytes, bytes.count)
            try #require(count > 0)
            if String(decoding: bytes[..<count], as: UTF8.self).contains(name + "\0") { return running }
        }
    }

    @Test("A signal during the first import removes the store that it created", arguments: [SIGINT, SIGTERM])
    func firstImport(_ signal: Int32) throws {
        let home = try Home()
        try Tool.run(["demo", home.path("large.zip"), "--records", "30000"], in: home)
        // The log is created when the store is first written, and the import follows.
        let running = try Self.creation(of: "new.db-wal", in: home) {
            try Tool.start(["import", home.path("large.zip"), "--store", home.path("new.db")], in: home)
        }
        running.send(signal)
        let result = try running.end()
        #expect(result.status == 128 + signal && result.errors.contains("interrupted"), "\(result)")
        #expect(result.output.isEmpty)
        let left = try FileManager.default.contentsOfDirectory(atPath: home.url.path)
        #expect(!left.contains { $0.hasPrefix("new.db") }, "\(left)")
        // Nothing prevents the next import.
        let again = ["import", home.path("large.zip"), "--store", home.path("new.db")]
        #expect(try Tool.run(again, in: home).status == 0)
    }
}
