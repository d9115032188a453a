// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of files that are left by killed backups.
@Suite struct PartialFileTests {
    @Test func aBackupRemovesPartialFilesOfItsName() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("partial-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try HealthDatabase(url: folder.appendingPathComponent("health.db"))
        try database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        let backup = folder.appendingPathComponent("backup.db")
        let hourAgo = Date().addingTimeInterval(-3600)

        func make(_ name: String) throws -> URL {
            let url = folder.appendingPathComponent(name)
            try Data("partial".utf8).write(to: url)
            try FileManager.default.setAttributes([.modificationDate: hourAgo], ofItemAtPath: url.path)
            return url
        }
        let abandoned = try make("backup.db.partial-0123ABCD")
        let journal = try make("backup.db.partial-0123ABCD-journal")
        let attachments = AttachmentFolder(besideStoreAt: abandoned).url
        try FileManager.default.createDirectory(at: attachments, withIntermediateDirectories: true)
        let kept = try [
            "other.db.partial-0123ABCD", "backup.db.partial-0123ABC", "backup.db.partial-0123ABCDE",
            "backup.db.partial-notes.tx",
            "backup.db.partial", "backup.db2.partial-0123ABCD",
        ].map(make)
        let written = try make("backup.db.partial-89ABCDEF")
        let descriptor = open(written.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let recent = folder.appendingPathComponent("backup.db.partial-00000000")
        try Data().write(to: recent)
        let linked = folder.appendingPathComponent("backup.db.partial-11111111")
        try FileManager.default.createSymbolicLink(at: linked, withDestinationURL: kept[0])

        try database.backup(to: backup)

        let manager = FileManager.default
        for url in [abandoned, journal, attachments, recent] {
            #expect(!manager.fileExists(atPath: url.path), "\(url.lastPathComponent)")
        }
        for url in kept + [written, linked, backup] {
            #expect(manager.fileExists(atPath: url.path), "\(url.lastPathComponent)")
        }
        let partial = try manager.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("backup.db.partial-") }
        #expect(
            Set(partial)
                == [
                    "backup.db.partial-0123ABC", "backup.db.partial-0123ABCDE", "backup.db.partial-notes.tx",
                    "backup.db.partial-89ABCDEF", "backup.db.partial-11111111",
                ])
        #expect(try HealthDatabase(url: backup, mode: .readOnly).check().findings.isEmpty)
    }

    /// A child process has copies of the descriptors until it executes a program.
    @Test func theLockEndsWithTheFileAlthoughCopiesOfItsDescriptorRemain() {
        let backup = FileManager.default.temporaryDirectory.appendingPathComponent("copy-\(UUID().uuidString).db")
        var copy: Int32 = -1
        var path = ""
        do {
            guard let file = PartialFile(for: backup) else {
                Issue.record("the file cannot be created")
                return
            }
            path = file.path
            copy = dup(file.descriptor)
        }
        defer {
            close(copy)
            unlink(path)
        }
        let other = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(other) }
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    }

    /// A process that removes abandoned files can do so before the writer of a new one has its lock.
    @Test func aFileThatIsRemovedBeforeItIsLockedGetsAnotherName() throws {
        let target = FileManager.default.temporaryDirectory.appendingPathComponent("new-\(UUID().uuidString)").path
        var (names, holder) = ([String](), Int32(-1))
        let made = UnfinishedFile.create({ NewFile.partialPath(of: target) }) { path in
            names.append(path)
            let descriptor = NewFile.create(path)
            switch names.count {
            case 1: unlink(path)
            case 2:
                holder = open(path, O_RDONLY | O_CLOEXEC)
                #expect(flock(holder, LOCK_EX | LOCK_NB) == 0)
            default: break
            }
            return descriptor
        }
        defer {
            close(holder)
            UnfinishedFile.end(made.descriptor)
            for name in names { unlink(name) }
        }
        #expect(names.count == 3 && made.path == names.last && made.descriptor >= 0)
        let other = open(made.path, O_RDONLY | O_CLOEXEC)
        defer { close(other) }
        #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
    }

    @Test(
        arguments: [
            ("health.db.before-28-from-2.partial-0123ABCD", "health.db.before-28-from-2"),
            (".health.db-backup.0123456789abcdef.partial", ".health.db-backup"), ("a.partial-0123abcd", nil),
            ("a.partial-0123ABC", nil), ("a.partial-0123ABCDE", nil), ("a.0123456789ABCDEF.partial", nil),
            ("a.0123456789abcde.partial", nil), ("a0123456789abcdef.partial", nil), ("a.partial", nil), ("", nil),
        ] as [(String, String?)])
    func onlyRandomNamesHaveATarget(name: String, target: String?) {
        #expect(UnfinishedFile.target(of: name) == target)
    }
}
