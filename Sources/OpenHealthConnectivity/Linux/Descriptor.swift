// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation

    /// A file descriptor that is closed when the object is deallocated.
    final class Descriptor: Sendable {
        /// The number of the descriptor.
        let number: Int32

        /// Takes ownership of a descriptor; returns nil if the call that should have opened it has failed.
        init?(_ number: Int32) {
            guard number >= 0 else { return nil }
            self.number = number
        }

        deinit { close(number) }

        /// Sets an integer option. A kernel without the option ignores it.
        func set(_ option: Int32, to value: Int32, level: Int32 = SOL_SOCKET) {
            var value = value
            _ = setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }
#endif
