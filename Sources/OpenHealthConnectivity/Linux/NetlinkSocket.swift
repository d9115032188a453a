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

    /// A message of the kernel, within the buffer that received it.
    struct NetlinkMessage {
        /// The bytes after the header.
        let payload: UnsafeRawBufferPointer
        let type: Int
        let flags: Int32
        let sequence: UInt32

        /// Reads messages sequentially, up to an incomplete one.
        static func each(in bytes: UnsafeRawBufferPointer, _ body: (NetlinkMessage) -> Void) {
            var rest = bytes[...]
            while let header = rest.read(nlmsghdr.self) {
                let length = Int(header.nlmsg_len)
                guard length >= MemoryLayout<nlmsghdr>.size, length <= rest.count else { return }
                let payload = rest.dropFirst(MemoryLayout<nlmsghdr>.size)
                    .prefix(length - MemoryLayout<nlmsghdr>.size)
                body(
                    NetlinkMessage(
                        payload: UnsafeRawBufferPointer(rebasing: payload), type: Int(header.nlmsg_type),
                        flags: Int32(header.nlmsg_flags), sequence: header.nlmsg_seq))
                rest = rest.dropFirst(length.alignedUp)
            }
        }

        /// Returns the fixed part of the payload, or nil if the payload is too short for it.
        func fixedPart<Header: BitwiseCopyable>(_: Header.Type) -> Header? { payload[...].read(Header.self) }

        /// Reads the attributes after the fixed part.
        /// - Parameter body: A closure that is called with an attribute's type and its bytes.
        func attributes<Header>(after _: Header.Type, _ body: (Int, Slice<UnsafeRawBufferPointer>) -> Void) {
            var rest = payload.dropFirst(MemoryLayout<Header>.size.alignedUp)
            while let header = rest.read(rtattr.self) {
                let length = Int(header.rta_len)
                guard length >= MemoryLayout<rtattr>.size, length <= rest.count else { return }
                body(Int(header.rta_type), rest.dropFirst(MemoryLayout<rtattr>.size).prefix(length - 4))
                rest = rest.dropFirst(length.alignedUp)
            }
        }
    }

    extension Slice<UnsafeRawBufferPointer> {
        /// Returns the structure at the beginning, or nil if there are too few bytes.
        func read<Value: BitwiseCopyable>(_: Value.Type) -> Value? {
            guard count >= MemoryLayout<Value>.size else { return nil }
            return UnsafeRawBufferPointer(rebasing: self).loadUnaligned(as: Value.self)
        }
    }

    extension Int {
        /// The next multiple of four bytes, at which the kernel aligns everything.
        var alignedUp: Int { (self + 3) & ~3 }
    }
#endif
