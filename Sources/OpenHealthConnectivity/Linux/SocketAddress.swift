// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation

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
