// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthStore

/// Tests of faults in the folder of attachments.
@Suite(.timeLimit(.usual)) struct AttachmentCheckTests {
    /// A store with attachments of one sample.
    private final class World {
        let store: ScratchStore
        let folder: AttachmentFolder
        private let sample: Int

        init() throws {
            store = try ScratchStore()
            folder = AttachmentFolder(store.database)
            try store.database.save([MadeSamples.steps(1, from: 0, to: 60)], source: MadeSamples.app)
            sample = try store.count("SELECT id FROM sample")
            try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: false)
        }

        /// Adds an attachment of four bytes.
        func attach() throws -> UUID {
            let uuid = UUID()
            try Data("text".utf8).write(to: folder.file(uuid))
            try store.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO attachment (uuid, sample, name, content_type, size, created)
                        VALUES (?, ?, 'note', 'public.text', 4, 0)
                        """, arguments: [uuid.bytes, sample])
            }
            return uuid
        }

        /// Adds a file that was last written a while ago.
        func add(_ name: String, hours: Double = 48) throws {
            let file = folder.url.appendingPathComponent(name)
            try Data("text".utf8).write(to: file)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -hours * 3600)], ofItemAtPath: file.path)
        }

        var names: Set<String> {
            get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path)) }
        }

        var attachments: Int { get throws { try store.count("SELECT count(*) FROM attachment") } }
    }

    /// Another entry in the place of a file.
    enum Place: CaseIterable {
        case nothing, link, brokenLink, pipe

        /// Puts it in the place.
        func make(at file: URL, target: URL) throws {
            try FileManager.default.removeItem(at: file)
            switch self {
            case .nothing: break
            case .link: #expect(symlink(target.path, file.path) == 0)
            case .brokenLink: #expect(symlink("/nonexistent/file", file.path) == 0)
            case .pipe: #expect(mkfifo(file.path, 0o600) == 0)
            }
        }

        var finding: String {
            switch self {
            case .nothing: "is missing"
            case .link, .brokenLink: "is a link"
            case .pipe: "is not a regular file"
            }
        }
    }

    @Test func `a sound folder has no faults, and a repair leaves it alone`() throws {
        let world = try World()
        let uuid = try world.attach()
        // An upload in progress, and an attachment whose transaction has not ended.
        try world.add(UUID().uuidString + ".part", hours: 1)
        try world.add(UUID().uuidString, hours: 0)
        let names = try world.names
        #expect(try world.store.database.check().findings == [])
        #expect(try world.store.database.repair().repaired == [])
        #expect(try world.names == names && names.contains(uuid.uuidString))
    }

    @Test(arguments: Place.allCases)
    func `an attachment without a regular file is found, and a repair removes it`(place: Place) throws {
        let world = try World()
        let (kept, lost) = (try world.attach(), try world.attach())
        let target = world.store.folder.appendingPathComponent("target")
        try Data("text".utf8).write(to: target)
        try place.make(at: world.folder.file(lost), target: target)
        let findings = try world.store.database.check().findings
        #expect(findings.count == 1, "\(findings)")
        #expect(findings.first?.contains("the file of the attachment \(lost) \(place.finding)") == true, "\(findings)")
        #expect(findings.first?.contains("`health check --repair` removes the attachment") == true)
        #expect(AttachmentFolder.openFile(world.folder.file(lost)) == -1)
        #expect(
            try world.store.database.repair().repaired
                == ["1: attachments without a regular file were removed; their bytes are lost"])
        #expect(try world.store.database.check().findings == [])
        #expect(try world.names == [kept.uuidString])
        #expect(try world.attachments == 1)
        #expect(try Data(contentsOf: target) == Data("text".utf8))
    }

    @Test func `a file of another size is found, and a repair accepts it`() throws {
        let world = try World()
        let uuid = try world.attach()
        try Data("te".utf8).write(to: world.folder.file(uuid))
        let findings = try world.store.database.check().findings
        #expect(findings.count == 1 && findings[0].contains("\(uuid) is incomplete or was changed"), "\(findings)")
        #expect(
            try world.store.database.repair().repaired
                == ["1: attachments had a file of another size, which was accepted and may be incomplete"])
        #expect(try world.store.count("SELECT size FROM attachment") == 2)
        #expect(try Data(contentsOf: world.folder.file(uuid)) == Data("te".utf8))
        #expect(try world.store.database.check().findings == [])
    }

    @Test func `files of no attachment are found, and a repair removes only those of former attachments`() throws {
        let world = try World()
        let uuid = try world.attach()
        let (former, part) = (UUID().uuidString, UUID().uuidString + ".part")
        try world.add(former)
        try world.add(part)
        try world.add("notes.txt", hours: 0)
        try world.add(uuid.uuidString.lowercased())
        let folder = UUID().uuidString
        try FileManager.default.createDirectory(
            at: world.folder.url.appendingPathComponent(folder), withIntermediateDirectories: false,
            attributes: [.modificationDate: Date(timeIntervalSinceNow: -1e6)])
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -1e6)],
            ofItemAtPath: world.folder.url.appendingPathComponent(folder).path)
        let findings = try world.store.database.check().findings
        #expect(findings.count == 5, "\(findings)")
        for (name, remedy) in [
            (former, "`health check --repair` removes it"), (part, "`health check --repair` removes it"),
            ("notes.txt", "move it elsewhere"), (uuid.uuidString.lowercased(), "move it elsewhere"),
            (folder, "move it elsewhere"),
        ] {
            let line = "\(name) in the folder of attachments belongs to no attachment; \(remedy)"
            #expect(findings.contains(line), "\(name)")
        }
        #expect(try world.store.database.repair().repaired == ["2: files that belonged to no attachment were removed"])
        #expect(try world.names == ["notes.txt", uuid.uuidString, uuid.uuidString.lowercased(), folder])
        #expect(try world.store.database.check().findings.count == 3)
    }

    @Test(arguments: Place.allCases)
    func `a backup copies regular files of attachments and names the others`(place: Place) throws {
        let world = try World()
        let (kept, lost) = (try world.attach(), try world.attach())
        try place.make(at: world.folder.file(lost), target: world.folder.file(kept))
        // No attachment names these.
        try world.add(UUID().uuidString)
        try world.add("notes.txt")
        #expect(symlink("/etc/hostname", world.folder.url.appendingPathComponent(UUID().uuidString).path) == 0)
        #expect(mkfifo(world.folder.url.appendingPathComponent(UUID().uuidString).path, 0o600) == 0)
        let url = world.store.folder.appendingPathComponent("backup.db")
        let omitted = try world.store.database.backup(to: url)
        #expect(omitted == ["the file of the attachment \(lost) \(place.finding)"])
        let copied = AttachmentFolder(besideStoreAt: url)
        #expect(try FileManager.default.contentsOfDirectory(atPath: copied.url.path) == [kept.uuidString])
        #expect(AttachmentFolder.entry(at: copied.file(kept)) == .file(size: 4))
        #expect(try HealthDatabase(url: url, mode: .readOnly).check().findings == [])
        #expect(try world.attachments == 2)
    }
}
