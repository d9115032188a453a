// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import COpenHealthNetlink

    extension NetworkPicture {
        /// Reads the kernel's tables in the namespace of the calling thread, or returns nil if the system does not permit it.
        static func look() -> NetworkPicture? {
            guard let socket = NetlinkSocket() else { return nil }
            var sequence: UInt32 = 0
            // The result is incomplete if tables change while they are read. If they keep changing, the last result is used.
            for _ in 0..<8 {
                var picture = NetworkPicture()
                var isWhole = true
                let tables = [
                    (RTM_GETLINK, MemoryLayout<ifinfomsg>.size), (RTM_GETADDR, MemoryLayout<ifaddrmsg>.size),
                    (RTM_GETROUTE, MemoryLayout<rtmsg>.size),
                ]
                for (type, size) in tables {
                    sequence += 1
                    guard let whole = picture.read(type, size, from: socket, sequence) else { return nil }
                    isWhole = isWhole && whole
                }
                if isWhole || sequence >= 24 { return picture }
            }
            return nil
        }

        /// Reads one table.
        /// - Returns: Whether it has not changed in the meantime, or nil if it cannot be read.
        private mutating func read(_ type: Int, _ size: Int, from socket: NetlinkSocket, _ sequence: UInt32) -> Bool? {
            guard socket.requestAll(type, size: size, sequence: sequence) else { return nil }
            var isWhole = true
            var result: Bool??
            // The kernel sends at most 32 KiB at once.
            withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 4) { buffer in
                while result == nil {
                    guard case .messages(let count) = socket.receive(into: buffer, waits: true) else {
                        result = .some(nil)
                        return
                    }
                    NetlinkMessage.each(in: UnsafeRawBufferPointer(buffer.prefix(count).rebased)) { message in
                        guard message.sequence == sequence, result == nil else { return }
                        if message.flags & NLM_F_DUMP_INTR != 0 { isWhole = false }
                        switch Int32(message.type) {
                        case NLMSG_DONE: result = isWhole
                        case NLMSG_ERROR: result = .some(nil)
                        default: take(message)
                        }
                    }
                }
            }
            return result ?? nil
        }
    }

    extension Slice<UnsafeMutableRawBufferPointer> {
        fileprivate var rebased: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(rebasing: self) }
    }
#endif
