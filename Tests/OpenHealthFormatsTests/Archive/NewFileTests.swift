// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

/// Tests of files that are written in folders that others can write.
@Suite struct NewFileTests {
    /// A folder with a file of which each test expects that it is unchanged.
    private final class World {
        let folder: URL
        let victim: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("newfile-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            victim = folder.appendingPathComponent("victim")
            try Data("mine".utf8).write(to: victim)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

        func link(_ name: String, to target: String = "victim") throws {
            try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: path(target))
        }

        var names: Set<String> {
            get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)).subtracting(["victim"]) }
        }

        func expectUnchanged() throws { #expect(try Data(contentsOf: victim) == Data("mine".utf8)) }
    }

    private static func mode(_ path: String) -> mode_t {
        var facts = stat()
        return lstat(path, &facts) == 0 ? facts.st_mode : 0
    }

    private static func write(_ text: String, to path: String, replaces: Bool, isNamed: Bool) throws {
        let sink = try FileByteSink(path: path, replaces: replaces, isNamed: isNamed)
        try Array(text.utf8).withUnsafeBytes { try sink.write($0) }
        try sink.finish()
    }

    @Test func noExistingNameIsOpened() throws {
        let world = try World()
        try world.link("link")
        try world.link("dangling", to: "nothing")
        mkfifo(world.path("pipe"), 0o600)
        mkdir(world.path("folder"), 0o700)
        for name in ["victim", "link", "dangling", "pipe", "folder"] {
            #expect(NewFile.create(world.path(name)) == -1)
            #expect(errno == EEXIST, "\(name)")
            #expect(!NewFile.createFolder(world.path(name)))
        }
        for name in ["link", "dangling"] {
            #expect(NewFile.openLock(world.path(name)) == -1)
            #expect(errno == ELOOP, "\(name)")
        }
        #expect(try !world.names.contains("nothing"))
        try world.expectUnchanged()
    }

    @Test func randomPathsDiffer() {
        let paths = (0..<1000).map { _ in NewFile.partialPath(of: "/tmp/a.zip") }
        #expect(Set(paths).count == 1000)
        #expect(paths.allSatisfy { $0.wholeMatch(of: /\/tmp\/a\.zip\.[0-9a-f]{16}\.partial/) != nil })
    }

    @Test(arguments: [false, true]) func incompleteFilesHaveNoNameOrARandomOne(isNamed: Bool) throws {
        let world = try World()
        let path = world.path("a.zip")
        for name in ["a.zip.partial", "a.zip.\(getpid()).partial"] { try world.link(name) }
        let prepared = try world.names
        do {
            let sink = try FileByteSink(path: path, replaces: true, isNamed: isNamed)
            try [1, 2, 3].withUnsafeBytes { try sink.write($0) }
            let new = try world.names.subtracting(prepared)
            #expect(new.count == (isNamed ? 1 : 0))
            for name in new { #expect(Self.mode(world.path(name)) == S_IFREG | 0o600) }
        }
        // Neither does a sink that is not completed leave a file.
        #expect(try world.names == prepared)
        try Self.write("new", to: path, replaces: true, isNamed: isNamed)
        #expect(try world.names == prepared.union(["a.zip"]))
        #expect(Self.mode(path) == S_IFREG | 0o600)
        try world.expectUnchanged()
    }

    @Test(arguments: [false, true]) func aLinkIsReplacedAndNotFollowed(isNamed: Bool) throws {
        let world = try World()
        for (name, target) in [("link", "victim"), ("dangling", "nothing")] {
            try world.link(name, to: target)
            #expect(throws: FormatError.self) {
                try Self.write("new", to: world.path(name), replaces: false, isNamed: isNamed)
            }
            #expect(Self.mode(world.path(name)) & S_IFMT == S_IFLNK)
            try Self.write("new", to: world.path(name), replaces: true, isNamed: isNamed)
            #expect(Self.mode(world.path(name)) == S_IFREG | 0o600)
        }
        #expect(try world.names == ["link", "dangling"])
        try world.expectUnchanged()
    }

    @Test(arguments: [false, true]) func anExistingFileIsReplacedOnlyOnRequest(isNamed: Bool) throws {
        let world = try World()
        #expect(throws: FormatError.self) {
            try Self.write("new", to: world.victim.path, replaces: false, isNamed: isNamed)
        }
        try world.expectUnchanged()
        #expect(try world.names == [])
        chmod(world.victim.path, 0o644)
        try Self.write("new", to: world.victim.path, replaces: true, isNamed: isNamed)
        #expect(try Data(contentsOf: world.victim) == Data("new".utf8))
        // The mode is that of a new file.
        #expect(Self.mode(world.victim.path) == S_IFREG | 0o600)
        #expect(try world.names == [])
    }

    @Test func aNameThatIsTooLongIsAnErrorAtTheBeginning() throws {
        let world = try World()
        for path in [world.path(String(repeating: "a", count: 300)), world.path("missing/a"), world.folder.path] {
            #expect(throws: FormatError.self) { _ = try FileByteSink(path: path) }
        }
        #expect(try world.names == [])
    }

    @Test func abandonedFoldersAreRemoved() throws {
        let world = try World()
        let old = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
        func make(_ name: String) throws {
            mkdir(world.path(name), 0o700)
            try Data("x".utf8).write(to: URL(fileURLWithPath: world.path(name + "/file")))
            utimes(world.path(name), old)
        }
        let target = world.path("export")
        try make("export.0123456789abcdef.partial")
        let kept = ["export.0123456789abcde.partial", "export.partial", "other.0123456789abcdef.partial", "export"]
        for name in kept { try make(name) }
        try world.link("export.fedcba9876543210.partial", to: "other.0123456789abcdef.partial")
        let all = Set(kept + ["export.fedcba9876543210.partial"])
        do {
            let first = try PartialFolder(of: target)
            utimes(first.url.path, old)
            #expect(Self.mode(first.url.path) == S_IFDIR | 0o700)
            #expect(try world.names == all.union([first.url.lastPathComponent]))
            // A folder that a process writes is not abandoned.
            let second = try PartialFolder(of: target)
            #expect(try world.names == all.union([first.url.lastPathComponent, second.url.lastPathComponent]))
            #expect(second.move(to: world.path("moved")))
        }
        #expect(try world.names == all.union(["moved"]))
        #expect(FileManager.default.fileExists(atPath: world.path("other.0123456789abcdef.partial/file")))
    }

    /// A file with a random name is locked until it has its own.
    @Test func abandonedFilesAreRemoved() throws {
        let world = try World()
        let (target, abandoned) = (world.path("export.zip"), "export.zip.0123456789abcdef.partial")
        try Data("x".utf8).write(to: URL(fileURLWithPath: world.path(abandoned)))
        let sink = try FileByteSink(path: target, replaces: true, isNamed: true)
        try Array("bytes".utf8).withUnsafeBytes { try sink.write($0) }
        let written = try #require(try world.names.subtracting([abandoned]).first)
        FileByteSink.removeAbandoned(of: target)
        #expect(try world.names == [written])
        try sink.finish()
        FileByteSink.removeAbandoned(of: target)
        #expect(try world.names == ["export.zip"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("bytes".utf8))
    }
}
