// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A server on loopback that accepts connections and never responds.
public final class SilentServer {
    /// An error of a system call.
    public struct SystemError: Error {
        /// The error number.
        public let code: Int32
    }

    /// The port on which it listens.
    public let port: UInt16
    private let listener: Int32
    private var connections: [Int32] = []

    /// Starts the server.
    public init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // A wait without a connection fails instead of blocking forever.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                var size = socklen_t(MemoryLayout<sockaddr_in>.size)
                return bind(listener, pointer, size) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, pointer, &size) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        if !isListening { throw SystemError(code: errno) }
    }

    deinit {
        for descriptor in connections + [listener] { close(descriptor) }
    }

    /// Waits until a client has connected, and keeps the connection open.
    public func accept() throws {
        let connection = Foundation.accept(listener, nil, nil)
        guard connection >= 0 else { throw SystemError(code: errno) }
        connections.append(connection)
    }
}
