// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel

/// The folder beside a store with the bytes of attachments: one file each, named by its UUID.
///
/// A file gets that name in the transaction that makes its row, before the row is there: so a row always has its file, and
/// whoever holds the write lock knows that a file without a row is left over from a crash.
struct AttachmentFolder {
    let url: URL

    /// How many bytes an attachment may have: Apple has a limit and does not say which; this one is ours.
    static let mostBytes = 100 << 20
    /// How old a file that is still being written has to be for nobody to be writing it any more, in seconds.
    private static let unfinishedAge: TimeInterval = 24 * 3600
    private static let unfinishedSuffix = ".part"

    init(_ database: HealthDatabase) {
        url = database.isInMemory ? database.temporaryFolder.url : Self.folder(besideStoreAt: database.url)
    }

    /// The folder of a store at a place.
    init(besideStoreAt file: URL) {
        url = Self.folder(besideStoreAt: file)
    }

    private static func folder(besideStoreAt file: URL) -> URL {
        URL(fileURLWithPath: file.resolvingSymlinksInPath().path + ".attachments", isDirectory: true)
    }

    /// Where the bytes of an attachment are.
    func file(_ uuid: UUID) -> URL { url.appendingPathComponent(uuid.uuidString) }

    /// Copies a file into the folder, under a name that says it is not finished, and makes sure that it is on the disk.
    /// - Returns: where it is, and how many bytes it has.
    /// - Throws: an `HKError`: `errorInvalidArgument` where the file cannot be read, `errorDataSizeExceeded` where it is too
    ///   large.
    func copy(_ source: URL, as uuid: UUID) throws -> (file: URL, size: Int) {
        try makeFolder()
        let target = url.appendingPathComponent(uuid.uuidString + Self.unfinishedSuffix)
        do {
            return (target, try copyBytes(source, to: target))
        } catch {
            try? FileManager.default.removeItem(at: target)
            throw error
        }
    }

    /// Gives a file that was copied its name, for good.
    func finish(_ file: URL, as uuid: UUID) throws {
        guard rename(file.path, self.file(uuid).path) == 0 else { throw Self.failure("be kept at", self.file(uuid)) }
        try Self.sync(url)
    }

    /// Removes files that nobody needs: call it with the write lock held.
    /// - Parameter known: the attachments that there are.
    func removeOthers(than known: Set<UUID>) {
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

    private func copyBytes(_ source: URL, to target: URL) throws -> Int {
        guard source.isFileURL, let input = try? FileHandle(forReadingFrom: source) else {
            throw HKError(
                .errorInvalidArgument, "The file to attach cannot be read. Give the URL of a file that is there.")
        }
        defer { try? input.close() }
        let descriptor = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("be made at", target) }
        let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var size = 0
        do {
            while let bytes = try input.read(upToCount: 1 << 18), !bytes.isEmpty {
                size += bytes.count
                guard size <= Self.mostBytes else {
                    throw HKError(
                        .errorDataSizeExceeded, "An attachment can have \(Self.mostBytes) bytes at the most.")
                }
                try output.write(contentsOf: bytes)
            }
            try output.synchronize()
            try output.close()
        } catch let error as HKError {
            throw error
        } catch {
            throw HKError(
                .errorDatabaseInaccessible,
                userInfo: [
                    NSLocalizedDescriptionKey: "The attachment cannot be written to \(target.path): \(error)",
                    NSUnderlyingErrorKey: error,
                ])
        }
        return size
    }

    /// Makes sure that the names in a folder are on the disk.
    private static func sync(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("be synchronised at", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("be synchronised at", folder) }
    }

    private static func failure(_ what: String, _ url: URL) -> HKError {
        HKError(
            .errorDatabaseInaccessible,
            "The attachment cannot \(what) \(url.path): \(String(cString: strerror(errno))).")
    }
}
