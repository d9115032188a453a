// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import COpenHealthNetlink
    import Foundation
    import Glibc

    /// A socket for queries of the kernel about the network, or for announcements of changes.
    ///
    /// It belongs to the network namespace of the thread that creates it.
    final class NetlinkSocket: Sendable {
        /// The outcome of an attempt to receive.
        enum Received {
            /// A number of bytes.
            case messages(Int)
            case nothing
            /// The kernel dropped messages, since the buffer was full.
            case loss
            case failure
        }

        private let socket: Descriptor

        /// The descriptor to wait for.
        var descriptor: Int32 { socket.number }

        /// Creates a socket, or returns nil if the system does not permit it.
        /// - Parameters:
        ///   - groups: The kinds of changes that are announced.
        ///   - bufferSize: The number of bytes of messages that can be waiting; nil for the system's default.
        init?(groups: UInt32 = 0, bufferSize: Int32? = nil) {
            guard
                let socket = Descriptor(
                    Glibc.socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), NETLINK_ROUTE))
            else { return nil }
            self.socket = socket
            if let bufferSize { socket.set(SO_RCVBUF, to: bufferSize) }
            // A kernel that does not respond must not block the thread indefinitely.
            var limit = timeval(tv_sec: 2, tv_usec: 0)
            _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            var address = sockaddr_nl()
            address.nl_family = sa_family_t(AF_NETLINK)
            address.nl_groups = groups
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
                }
            }
            guard result == 0 else { return nil }
        }

        /// Requests all entries of one kind.
        /// - Parameters:
        ///   - size: The size of the request's fixed part. All zeros request every family.
        ///   - sequence: The number that marks the responses.
        func requestAll(_ type: Int, size: Int, sequence: UInt32) -> Bool {
            var header = nlmsghdr()
            header.nlmsg_len = UInt32(MemoryLayout<nlmsghdr>.size + size)
            header.nlmsg_type = UInt16(type)
            header.nlmsg_flags = UInt16(NLM_F_REQUEST | NLM_F_ROOT | NLM_F_MATCH)
            header.nlmsg_seq = sequence
            let message = withUnsafeBytes(of: header) { Array($0) } + [UInt8](repeating: 0, count: size)
            return send(descriptor, message, message.count, 0) == message.count
        }

        /// Receives messages.
        /// - Parameter waits: Whether to wait for them.
        func receive(into buffer: UnsafeMutableRawBufferPointer, waits: Bool) -> Received {
            var address = sockaddr_nl()
            var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
            while true {
                // With this flag the result is the message's size, regardless of the buffer's.
                let flags = Int32(MSG_TRUNC) | (waits ? 0 : Int32(MSG_DONTWAIT))
                let count = withUnsafeMutablePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        recvfrom(descriptor, buffer.baseAddress, buffer.count, flags, $0, &length)
                    }
                }
                if count < 0 {
                    switch errno {
                    case EINTR: continue
                    case EAGAIN where !waits: return .nothing
                    case ENOBUFS: return .loss
                    default: return .failure
                    }
                }
                // Only messages of the kernel are accepted.
                if address.nl_pid != 0 { continue }
                return count > buffer.count ? .loss : .messages(count)
            }
        }
    }
#endif
