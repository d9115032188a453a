// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import NIOCore

/// An attachment that is being read. It remains readable if it is removed in the meantime.
final class AttachmentFile: Sendable {
    /// The size of the file, in bytes.
    let size: Int
    private let descriptor: Int32

    /// Opens the file of an attachment that the app may read. Blocks until the store has answered.
    init(_ uuid: UUID, _ session: AppSession) throws {
        let url = try session.attachmentFile(uuid)
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        let size = descriptor < 0 ? -1 : Int(lseek(descriptor, 0, SEEK_END))
        guard size >= 0 else {
            let reason = errno
            if descriptor >= 0 { close(descriptor) }
            // Removed since it was looked up.
            guard reason != ENOENT else {
                throw HKError(.errorNoData, "There is no attachment with the identifier \(uuid) that this app can see.")
            }
            throw HKError(.errorDatabaseInaccessible, "The bytes of the attachment cannot be read.")
        }
        self.descriptor = descriptor
        self.size = size
    }

    deinit {
        close(descriptor)
    }

    /// Reads bytes. Blocks until the disk has answered.
    func read(from offset: Int, count: Int) throws -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        let got = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            max(0, pread(descriptor, bytes.baseAddress, count, off_t(offset)))
        }
        guard got > 0 else {
            throw HKError(.errorDatabaseInaccessible, "The bytes of the attachment cannot be read.")
        }
        return buffer
    }
}
