// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Notifications of writes to a store's file or to its log.
final class FileEvents: Sendable {
    /// The descriptor for `poll`.
    let descriptor: Int32
    private let names: [String]

    #if os(Linux)
        /// Watches the folder of a file, or returns nil if the system doesn't permit it.
        init?(_ file: String) {
            let url = URL(fileURLWithPath: file)
            names = [url.lastPathComponent, url.lastPathComponent + "-wal"]
            descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            // The folder is watched because the log is created and deleted.
            let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE)
            guard descriptor >= 0,
                inotify_add_watch(descriptor, url.deletingLastPathComponent().path, mask) >= 0
            else { return nil }
        }

        // The deinitializer also runs if the initializer has failed, so only it closes the descriptor.
        deinit {
            if descriptor >= 0 { close(descriptor) }
        }

        /// Reads the pending events.
        /// - Returns: Whether any of them concerns the store.
        func take() -> Bool {
            var isOurs = false
            let header = MemoryLayout<inotify_event>.size
            withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: MemoryLayout<inotify_event>.alignment) {
                buffer in
                while true {
                    let count = read(descriptor, buffer.baseAddress, buffer.count)
                    if count <= 0 { break }
                    var offset = 0
                    while offset + header <= count {
                        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                        let name = buffer[(offset + header)..<(offset + header + Int(event.len))].prefix { $0 != 0 }
                        // If the event queue has overflowed, the store can be affected.
                        let isUnknown = event.mask & UInt32(IN_Q_OVERFLOW) != 0
                        if isUnknown || names.contains(where: { name.elementsEqual($0.utf8) }) { isOurs = true }
                        offset += header + Int(event.len)
                    }
                }
            }
            return isOurs
        }
    #else
        /// Returns nil, because this system has no events.
        init?(_ file: String) { nil }

        /// Returns false.
        func take() -> Bool { false }
    #endif
}
