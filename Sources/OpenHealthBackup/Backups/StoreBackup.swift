// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// Encrypted backups of a store: zip archives of the store and its attachments, in files of the program age.
package enum StoreBackup {
    static let storeName = "health.db"
    static let attachmentsName = "attachments"

    /// Copies a store to an encrypted file.
    ///
    /// A temporary copy without encryption is in the folder of the store until the backup is complete. Only the owner can read it.
    /// - Parameter cost: the logarithm of scrypt's cost; nil for that of the program age.
    /// - Returns: The attachments that were left out, one line each.
    /// - Throws: a ``BackupError``, `StoreError` or `FormatError`. Then there is no file.
    @discardableResult
    package static func write(
        _ database: HealthDatabase, to url: URL, passphrase: String, date: Date = Date(), cost: Int? = nil,
        progress: ((Double) -> Void)? = nil
    ) throws -> [String] {
        guard !FileManager.default.fileExists(atPath: url.path) else {
            throw BackupError(
                .exists, "a file exists at \(url.path)",
                remedy: "give the path of a file that does not exist, or remove that one")
        }
        let folder = try WorkFolder(beside: database.url, for: .backup)
        let copy = folder.url.appendingPathComponent(storeName)
        FileByteSink.removeAbandoned(of: url.path)
        // A wrong passphrase or target is an error before the long copy.
        let sink = try AgeWriter(FileByteSink(path: url.path, replaces: false), passphrase: passphrase, cost: cost)
        let omitted = try database.backup(to: copy) { progress?($0 / 2) }
        // checked: the clock of the computer
        let archive = ZipWriter(sink, modified: Int64(date.timeIntervalSince1970))
        let attachments = AttachmentFolder(besideStoreAt: copy).url
        let names =
            try FileManager.default.fileExists(atPath: attachments.path)
            ? FileManager.default.contentsOfDirectory(atPath: attachments.path).sorted() : []
        let files =
            [(storeName, copy)] + names.map { ("\(attachmentsName)/\($0)", attachments.appendingPathComponent($0)) }
        let total = files.reduce(0) { $0 + size($1.1) }
        for (path, file) in files {
            try archive.beginMember(path)
            try ByteCopy.run(FileByteSource(url: file), into: archive) {
                progress?(0.5 + 0.5 * min(1, Double(sink.bytesWritten) / Double(max(1, total))))
            }
            try archive.endMember()
        }
        try archive.finish()
        progress?(1)
        return omitted
    }

    private static func size(_ file: URL) -> Int64 {
        var facts = stat()
        return stat(file.path, &facts) == 0 ? Int64(facts.st_size) : 0
    }
}

/// Copies of bytes.
enum ByteCopy {
    private static let pieceSize = 1 << 18

    /// Writes all bytes of a source to a sink. The current work on the store can end it.
    static func run(
        _ source: some ByteSource, into sink: some ByteSink, progress: () -> Void = {}
    ) throws {
        var (source, sink) = (source, sink)
        var piece = [UInt8](repeating: 0, count: pieceSize)
        while true {
            try StoreWork.current?.check()
            let count = try piece.withUnsafeMutableBytes { try source.read(into: $0) }
            if count == 0 { return }
            try piece.withUnsafeBytes { try sink.write(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            progress()
        }
    }
}

/// A folder that only this user can read, and that is removed with this object.
///
/// It is locked (`flock`) until the process ends, so a folder without a lock is left over from a killed process.
final class WorkFolder {
    private let folder: PartialFolder
    var url: URL { folder.url }

    /// Creates the folder, and removes those of killed processes.
    init(beside file: URL, for purpose: StoreLeftovers.Purpose) throws(BackupError) {
        do {
            folder = try PartialFolder(of: StoreLeftovers.workFolder(besideStoreAt: file, for: purpose))
        } catch {
            throw BackupError(
                .notWritable,
                "a folder beside \(file.path) cannot be created: \(String(cString: strerror(error.code.rawValue)))",
                remedy: "check the folder, its permissions and the free space on the disk")
        }
    }
}
