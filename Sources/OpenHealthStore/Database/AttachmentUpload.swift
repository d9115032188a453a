// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

/// The bytes of a new attachment: a file in the attachment folder without a row.
///
/// Only one caller can write at a time. Deinitialization deletes the file, unless it has become an attachment.
package final class AttachmentUpload: Sendable {
    /// The UUID of the attachment.
    package let uuid: UUID
    package let file: URL
    private let descriptor: Mutex<Int32?>
    private let written = Mutex(0)
    /// The number of bytes that the app can still attach, and the error for more.
    private let rest: (most: Int, refusal: any Error)?

    /// The maximum number of bytes of an attachment.
    package static let maximumBytes = AttachmentFolder.maximumBytes

    package init(_ uuid: UUID, file: URL, rest: (most: Int, refusal: any Error)? = nil) throws {
        self.uuid = uuid
        self.rest = rest
        self.file = file
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw AttachmentFolder.failure("be made at", file) }
        self.descriptor = Mutex(descriptor)
    }

    deinit {
        if let open = descriptor.withLock({ $0 }) { _ = Foundation.close(open) }
        // The file of an attachment has been renamed.
        unlink(file.path)
    }

    /// The number of written bytes.
    package var size: Int { written.withLock { $0 } }

    /// Appends bytes.
    /// - Throws: An `HKError`: `errorDataSizeExceeded` if there are too many bytes, `errorDatabaseInaccessible` if the file can't
    ///   be written.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard size + bytes.count <= Self.maximumBytes else {
            throw HKError(.errorDataSizeExceeded, "An attachment can have \(Self.maximumBytes) bytes at most.")
        }
        if let rest, size + bytes.count > rest.most { throw rest.refusal }
        guard let descriptor = descriptor.withLock({ $0 }) else {
            throw HKError(.errorInvalidArgument, "The attachment already has all its bytes.")
        }
        var rest = bytes
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw AttachmentFolder.failure("be written to", file) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        written.withLock { $0 += bytes.count }
    }

    /// Appends the bytes of a file.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the file can't be read, and the errors of ``write(_:)``.
    package func copy(_ source: URL) throws {
        guard source.isFileURL, let input = try? FileHandle(forReadingFrom: source) else { throw Self.unreadable }
        defer { try? input.close() }
        while true {
            let bytes: Data?
            do { bytes = try input.read(upToCount: 1 << 18) } catch { throw Self.unreadable }
            guard let bytes, !bytes.isEmpty else { return }
            try bytes.withUnsafeBytes { try write($0) }
        }
    }

    private static var unreadable: HKError {
        HKError(.errorInvalidArgument, "The file to attach cannot be read. Give the URL of an existing file.")
    }

    /// Synchronizes the bytes with the disk, and closes the file.
    /// - Returns: The number of bytes.
    package func close() throws -> Int {
        let open = descriptor.withLock { held -> Int32? in
            defer { held = nil }
            return held
        }
        guard let open else { return size }
        defer { _ = Foundation.close(open) }
        guard fsync(open) == 0 else { throw AttachmentFolder.failure("be written to", file) }
        return size
    }
}
