// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bytes of an open file without a name, mapped into memory for reading.
///
/// Pages that have been read can be released: they are read from the file again if they are used again.
package final class MappedBytes: @unchecked Sendable {
    // Unchecked because the pointer and the content of the file do not change, and releasing pages does not change what is read.
    private let base: UnsafeMutableRawPointer
    private let count: Int

    /// Maps a file. The descriptor can be closed afterwards.
    /// - Parameter count: The size of the file, which does not change; at least 1.
    /// - Returns: Nil if the system cannot map the file, and `errno` has the reason.
    package init?(_ descriptor: Int32, count: Int) {
        guard count > 0, let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
            Int(bitPattern: base) != -1
        else { return nil }
        self.base = base
        self.count = count
    }

    deinit { munmap(base, count) }

    /// The bytes, which are valid as long as this object.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    /// Releases the memory of the bytes before a position.
    package func release(before position: Int) {
        let page = Int(getpagesize())
        let length = min(position, count) / page * page
        if length > 0 { madvise(base, length, MADV_DONTNEED) }
    }
}
