// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Hundreds of locks on separate bytes of one file. They are newer than existing locks, and therefore precede them in the
/// kernel's list.
struct ManyLocks {
    private let descriptor: Int32

    init(_ file: URL, count: Int = 400) throws {
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        for number in 0..<count {
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            lock.l_whence = Int16(SEEK_SET)
            lock.l_start = off_t(2 * number)
            lock.l_len = 1
            guard fcntl(descriptor, F_SETLK, &lock) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        }
    }

    /// Releases all locks.
    func release() {
        close(descriptor)
    }
}
