// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The folder beside a store with the bytes of attachments: one file each, named by its UUID.
///
/// A file gets that name in the transaction that makes its row, before the row is there: so a row always has its file, and
/// a file without a row is left over from a crash, if the write lock is held.
package struct AttachmentFolder {
    package let url: URL

    /// The maximum number of bytes of an attachment: Apple's limit is not published; this one is ours.
    static let maximumBytes = 100 << 20
    /// The age at which an unfinished file counts as abandoned, in seconds.
    private static let unfinishedAge: TimeInterval = 24 * 3600
    private static let unfinishedSuffix = ".part"

    package init(_ database: HealthDatabase) {
        url = database.isInMemory ? database.temporaryFolder.url : Self.folder(besideStoreAt: database.url)
    }

    /// The folder of a store at a place.
    package init(besideStoreAt file: URL) {
        url = Self.folder(besideStoreAt: file)
    }

    private static func folder(besideStoreAt file: URL) -> URL {
        URL(fileURLWithPath: file.resolvingSymlinksInPath().path + ".attachments", isDirectory: true)
    }

    /// Where the bytes of an attachment are.
    package func file(_ uuid: UUID) -> URL { url.appendingPathComponent(uuid.uuidString) }

    /// Begins a file in the folder, under a name that says that it is not finished.
    /// - Parameter rest: the number of bytes that the app can still attach, and the error for more.
    package func begin(_ uuid: UUID, rest: (most: Int, refusal: any Error)? = nil) throws -> AttachmentUpload {
        try makeFolder()
        return try AttachmentUpload(
            uuid, file: url.appendingPathComponent(uuid.uuidString + Self.unfinishedSuffix), rest: rest)
    }

    /// Copies a file into the folder, under a name that says it is not finished, and makes sure that it is on the disk.
    /// - Throws: an `HKError`: `errorInvalidArgument` where the file cannot be read, `errorDataSizeExceeded` where it is too
    ///   large.
    package func copy(_ source: URL, as uuid: UUID) throws -> AttachmentUpload {
        let upload = try begin(uuid)
        try upload.copy(source)
        _ = try upload.close()
        return upload
    }

    /// Gives a file that has its bytes its name, for good.
    package func finish(_ upload: AttachmentUpload) throws {
        let target = file(upload.uuid)
        guard rename(upload.file.path, target.path) == 0 else { throw Self.failure("be kept at", target) }
        try Self.sync(url)
    }

    /// Removes unneeded files; the write lock must be held.
    /// - Parameter known: the attachments that there are.
    package func removeOthers(than known: Set<UUID>) {
        let files = FileManager.default
        guard
            let found = try? files.contentsOfDirectory(
                at: url, includingPropertiesForKeys: [.contentModificationDateKey])
        else { return }
        for file in found {
            let name = file.lastPathComponent
            if let uuid = UUID(uuidString: name) {
                if !known.contains(uuid) { try? files.removeItem(at: file) }
            } else if name.hasSuffix(Self.unfinishedSuffix) {
                let changed = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
                // By the machine's clock, as the date of the file is.
                if let changed, changed.timeIntervalSinceNow < -Self.unfinishedAge { try? files.removeItem(at: file) }
            }
        }
    }

    private func makeFolder() throws {
        guard mkdir(url.path, 0o700) != 0, errno != EEXIST else { return }
        throw Self.failure("be made at", url)
    }

    /// Writes the names in a folder to the disk.
    private static func sync(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("be synchronised at", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("be synchronised at", folder) }
    }

    package static func failure(_ what: String, _ url: URL) -> HKError {
        HKError(
            .errorDatabaseInaccessible,
            "The attachment cannot \(what) \(url.path): \(String(cString: strerror(errno))).")
    }
}
