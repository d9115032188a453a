// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit
import OpenHealthTestBasics
import TestTimeLimits
import Testing
import UniformTypeIdentifiers

@Suite(.timeLimit(.slow)) struct AttachmentStoreTests {
    /// A temporary file with some bytes, which is removed with the object.
    private final class File {
        let url = FileManager.default.temporaryDirectory.appending(path: "attachment-\(UUID().uuidString)")

        init(_ bytes: Data) throws {
            try bytes.write(to: url)
        }

        deinit {
            try? FileManager.default.removeItem(at: url)
        }
    }

    private func bytes(_ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) })
    }

    /// Returns the names in the attachment folder of a store in a file.
    private func files(_ kit: KitStore) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: kit.database.url.path + ".attachments")) ?? []
    }

    @Test(arguments: KitPlace.allCases) func aBackupHasAttachments(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let store = try await kit.allowed("doctor")
        let sample = Sample.steps(0)
        try await store.save(sample)
        let file = try File(bytes(100_000))
        let attachment = try await HKAttachmentStore(healthStore: store).addAttachment(
            to: sample, name: "Report", contentType: .pdf, url: file.url)
        let folder = FileManager.default.temporaryDirectory.appending(path: "backup-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appending(path: "copy.db")
        try kit.database.backup(to: copy)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                == ["copy.db", "copy.db.attachments"])
        let kept = copy.path + ".attachments/" + attachment.identifier.uuidString
        #expect(try Data(contentsOf: URL(filePath: kept)) == bytes(100_000))
        #expect(throws: StoreError.self) { try kit.database.backup(to: copy) }
        #expect(FileManager.default.fileExists(atPath: kept))
    }

    @Test(arguments: KitPlace.allCases) func fiveMegabytesRoundTrip(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let store = try await kit.allowed("doctor")
        let sample = Sample.steps(0)
        try await store.save(sample)
        let attachments = HKAttachmentStore(healthStore: store)
        let content = bytes(5 << 20)
        let file = try File(content)
        #expect(try await attachments.attachments(for: sample).isEmpty)
        let attachment = try await attachments.addAttachment(
            to: sample, name: "Report", contentType: .pdf, url: file.url, metadata: ["pages": 3])
        #expect(attachment.name == "Report" && attachment.contentType == .pdf && attachment.size == 5 << 20)
        #expect(attachment.metadata?["pages"] as? Int == 3)
        let notes = UTType(exportedAs: "org.example.notes")
        let note = try File(Data("a".utf8))
        let small = try await attachments.addAttachment(
            to: sample, name: "Notes", contentType: notes, url: note.url)
        let found = try await attachments.attachments(for: sample)
        #expect(found == [attachment, small] && found.map(\.name) == ["Report", "Notes"])
        #expect(found[0].metadata?["pages"] as? Int == 3 && found[1].contentType == notes)
        #expect(abs(found[0].creationDate.timeIntervalSince(attachment.creationDate)) < 1e-3)
        let reader = attachments.dataReader(for: found[0])
        #expect(reader.attachment == attachment)
        #expect(try await reader.data == content)
        #expect(reader.progress.completedUnitCount == 5 << 20)
        let other = attachments.dataReader(for: small)
        var read: [UInt8] = []
        for try await byte in other.bytes { read.append(byte) }
        #expect(read == Array("a".utf8) && other.progress.isFinished)
        var count = 0
        var isSame = true
        for try await byte in attachments.dataReader(for: attachment).bytes {
            if content[count] != byte { isSame = false }
            count += 1
        }
        #expect(count == content.count && isSame)
        let data = try NSKeyedArchiver.archivedData(withRootObject: attachment, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKAttachment.self, from: data))
        #expect(back == attachment && back.size == attachment.size && back.contentType == .pdf)
        try await attachments.removeAttachment(attachment, from: sample)
        #expect(try await attachments.attachments(for: sample) == [small])
        await expect(.errorNoData) { try await reader.data }
        await expect(.errorInvalidArgument) { try await attachments.removeAttachment(attachment, from: sample) }
    }

    @Test func filesArePrivateAndRemovedWithTheirObject() async throws {
        let kit = try KitStore(.file)
        let store = try await kit.allowed("doctor")
        let sample = Sample.steps(0)
        try await store.save(sample)
        let attachments = HKAttachmentStore(healthStore: store)
        let file = try File(bytes(100))
        let attachment = try await attachments.addAttachment(
            to: sample, name: "a", contentType: .data, url: file.url)
        #expect(files(kit) == [attachment.identifier.uuidString])
        let folder = kit.database.url.path + ".attachments"
        for (path, mode) in [(folder, 0o700), (folder + "/" + attachment.identifier.uuidString, 0o600)] {
            let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
            #expect(permissions?.intValue == mode)
        }
        try await store.delete(sample)
        #expect(files(kit).isEmpty)
        await expect(.errorNoData) { try await attachments.attachments(for: sample) }
        await expect(.errorNoData) { try await attachments.dataReader(for: attachment).data }
    }

    @Test func remainsOfACrashAreRemoved() async throws {
        let kit = try KitStore(.file)
        let store = try await kit.allowed("doctor")
        let sample = Sample.steps(0)
        try await store.save(sample)
        let attachments = HKAttachmentStore(healthStore: store)
        let file = try File(bytes(100))
        let first = try await attachments.addAttachment(to: sample, name: "a", contentType: .data, url: file.url)
        let folder = URL(filePath: kit.database.url.path + ".attachments")
        let orphan = UUID().uuidString
        let (fresh, old) = (UUID().uuidString + ".part", UUID().uuidString + ".part")
        for name in [orphan, fresh, old, "README"] { try bytes(10).write(to: folder.appending(path: name)) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3 * 86_400)],
            ofItemAtPath: folder.appending(path: old).path)
        let second = try await attachments.addAttachment(to: sample, name: "b", contentType: .data, url: file.url)
        let expected = [first.identifier.uuidString, second.identifier.uuidString, fresh, "README"]
        #expect(Set(files(kit)) == Set(expected))
    }

    @Test func invalidAttachmentsAreRefused() async throws {
        let kit = try KitStore(.file)
        let store = try await kit.allowed("doctor")
        let attachments = HKAttachmentStore(healthStore: store)
        let file = try File(bytes(100))
        let sample = Sample.steps(0)
        func add(_ attachments: HKAttachmentStore, _ url: URL, _ metadata: [String: Any] = [:]) async throws {
            _ = try await attachments.addAttachment(
                to: sample, name: "a", contentType: .data, url: url, metadata: metadata)
        }
        await expect(.errorInvalidArgument) { try await add(attachments, file.url) }
        try await store.save(sample)
        await expect(.errorInvalidArgument) { try await add(attachments, URL(filePath: "/nobody/there")) }
        await expect(.errorInvalidArgument) {
            try await add(attachments, try #require(URL(string: "https://example.org/a")))
        }
        await expect(.errorInvalidArgument) { try await add(attachments, file.url, ["a": [1]]) }
        let other = HKAttachmentStore(healthStore: try await kit.allowed("other"))
        await expect(.errorInvalidArgument) { try await add(other, file.url) }
        let unasked = HKAttachmentStore(healthStore: kit.app("unasked"))
        await expect(.errorAuthorizationNotDetermined) { try await add(unasked, file.url) }
        await expect(.errorAuthorizationNotDetermined) { try await unasked.attachments(for: sample) }
        let large = try File(Data())
        try FileHandle(forWritingTo: large.url).truncate(atOffset: (100 << 20) + 1)
        await expect(.errorDataSizeExceeded) { try await add(attachments, large.url) }
        #expect(files(kit).isEmpty)
        // Another app with permission to read the object can read its attachments, but not remove them.
        let attachment = try await attachments.addAttachment(
            to: sample, name: "a", contentType: .data, url: file.url)
        #expect(try await other.attachments(for: sample) == [attachment])
        #expect(try await other.dataReader(for: attachment).data == bytes(100))
        await expect(.errorInvalidArgument) { try await other.removeAttachment(attachment, from: sample) }
    }

    @Test func theFolderOfAStoreInMemoryIsRemovedWithIt() async throws {
        var kit: KitStore? = try KitStore(.memory)
        var store: HKHealthStore? = try await kit?.allowed("doctor")
        let sample = Sample.steps(0)
        try await store?.save(sample)
        let file = try File(bytes(100))
        var folder: URL?
        if let store {
            let attachment = try await HKAttachmentStore(healthStore: store).addAttachment(
                to: sample, name: "a", contentType: .data, url: file.url)
            let access = try #require(try store.context.access() as? LocalAccess)
            folder = try access.appAccess.attachmentFile(attachment.identifier).file.deletingLastPathComponent()
        }
        let path = try #require(folder?.path)
        #expect(FileManager.default.fileExists(atPath: path))
        // The store remains until queues that have just run release it. Its companions are released after its folder.
        let released = EventLog<Void>()
        _ = kit?.database.companions.companion { ReleaseNote(released) }
        (kit, store) = (nil, nil)
        await released.wait(count: 1)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// An object that is released with a database.
    private final class ReleaseNote: DatabaseCompanion {
        private let released: EventLog<Void>

        init(_ released: EventLog<Void>) {
            self.released = released
        }

        deinit { released.note() }

        func databaseWillClose(_ database: HealthDatabase) {}
    }
}
