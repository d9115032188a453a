// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import OpenHealthModel

    /// An attempt to connect to a host: its addresses are tried in order until one of them responds.
    struct HostProbe {
        typealias Instant = AnyClock.Instant

        enum Outcome {
            case pending
            case connected(Descriptor)
            case failed
        }

        /// The delay before the next address is tried concurrently.
        private static let patience = Duration.milliseconds(250)

        private let resolver: HostResolver
        private let search: Int
        private let silence: Duration
        private let end: Instant
        /// The addresses that have not been tried; nil until they are known.
        private var addresses: [SocketAddress]?
        private var sockets: [Descriptor] = []
        private var nextTry: Instant

        init(_ resolver: HostResolver, _ timing: Connectivity.Timing, now: Instant) {
            self.resolver = resolver
            search = resolver.search()
            silence = timing.silence
            end = now.advanced(by: timing.connecting)
            nextTry = now
            addresses = resolver.result(to: search)
        }

        /// Adds the descriptors that the attempt waits for, besides the resolver's.
        func add(to set: inout PollSet) {
            for socket in sockets { set.add(socket.number, POLLOUT) }
        }

        /// The time at which to continue even without an event.
        var time: Instant { addresses?.isEmpty == false ? min(end, nextTry) : end }

        /// Continues with the events of a wait.
        mutating func advance(_ set: PollSet, now: Instant) -> Outcome {
            if addresses == nil { addresses = resolver.result(to: search) }
            guard addresses != nil else { return now >= end ? .failed : .pending }
            for (index, socket) in sockets.enumerated().reversed() where set.events(socket.number) != 0 {
                if Self.isConnected(socket) { return .connected(socket) }
                sockets.remove(at: index)
                nextTry = now
            }
            while addresses?.isEmpty == false, sockets.isEmpty || now >= nextTry {
                guard let address = addresses?.removeFirst(), let socket = connect(to: address) else { continue }
                sockets.append(socket)
                nextTry = now.advanced(by: Self.patience)
            }
            return sockets.isEmpty || now >= end ? .failed : .pending
        }

        /// Begins to connect; returns nil if it fails immediately.
        private func connect(to address: SocketAddress) -> Descriptor? {
            let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
            guard let socket = Descriptor(Foundation.socket(address.family, Int32(kind), 0)) else { return nil }
            // The kernel probes an unresponsive machine: first after half of the time, then twice more.
            let seconds = max(4, Int32(clamping: silence.components.seconds))
            socket.set(SO_KEEPALIVE, to: 1)
            socket.set(TCP_KEEPIDLE, to: seconds - 2 * max(1, seconds / 4), level: Int32(IPPROTO_TCP))
            socket.set(TCP_KEEPINTVL, to: max(1, seconds / 4), level: Int32(IPPROTO_TCP))
            socket.set(TCP_KEEPCNT, to: 2, level: Int32(IPPROTO_TCP))
            let result = address.withPointer { Foundation.connect(socket.number, $0, $1) }
            return result == 0 || errno == EINPROGRESS ? socket : nil
        }

        private static func isConnected(_ socket: Descriptor) -> Bool {
            var error: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(socket.number, SOL_SOCKET, SO_ERROR, &error, &length)
            guard error == 0, let peer = name(socket, getpeername) else { return false }
            // On one machine the kernel may choose the same port for both ends, and connect the socket to itself.
            return name(socket, getsockname) != peer
        }

        private static func name(
            _ socket: Descriptor,
            _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
        ) -> [UInt8]? {
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            return withUnsafeMutableBytes(of: &storage) { bytes in
                let result = bytes.withMemoryRebound(to: sockaddr.self) {
                    call(socket.number, $0.baseAddress!, &length)
                }
                return result == 0 ? Array(bytes.prefix(Int(length))) : nil
            }
        }
    }

    /// An address for TCP connections.
    struct SocketAddress: Hashable, Sendable {
        let family: Int32
        /// The address in the form for system calls.
        let bytes: [UInt8]

        /// Returns the addresses of a host in the order in which to try them; empty if the system finds none. The lookup can take
        /// long, unless only numeric hosts are allowed.
        static func all(of host: String, port: UInt16, isNumeric: Bool) -> [SocketAddress] {
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            hints.ai_flags = AI_NUMERICSERV | (isNumeric ? AI_NUMERICHOST : 0)
            var list: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
            defer { freeaddrinfo(list) }
            var addresses: [SocketAddress] = []
            for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
                guard let info = entry?.pointee, let address = info.ai_addr else { continue }
                let bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))
                addresses.append(SocketAddress(family: info.ai_family, bytes: bytes))
            }
            return addresses
        }

        /// Calls a closure with the address in the form for system calls.
        func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
            bytes.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) { body($0.baseAddress!, socklen_t(bytes.count)) }
            }
        }
    }
#endif
