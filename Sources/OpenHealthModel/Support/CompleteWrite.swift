// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UnsafeRawBufferPointer {
    /// Writes all bytes to a file descriptor, with further calls after one that wrote a part or was interrupted by a signal.
    /// - Throws: The error of the system. A part of the bytes may have been written.
    package func writeAll(to descriptor: Int32) throws(POSIXError) {
        var rest = self
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if count == 0 || errno != EINTR {
                throw POSIXError(count == 0 ? .EIO : POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        }
    }
}
