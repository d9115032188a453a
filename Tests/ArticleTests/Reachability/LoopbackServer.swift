// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A server on the loopback interface that can stop and restart at the same port.
///
/// It sends the same response to each request. Like most servers, it keeps idle connections open.
final class LoopbackServer: @unchecked Sendable {
    // Unchecked because mutable state is only accessed under the lock.
    static let shared = try! LoopbackServer()
    static let text = "{\"expenses\": [\(String(repeating: "1, ", count: 1000))2]}"

    let port: UInt16
    private let lock = NSLock()
    private var listener: Int32?
    private var connections: Set<Int32> = []
    private var breaksOff = false
    private var requests = 0
    /// The socket that reserves the port while the server does not listen, so that no other process gets it.
    private let placeholder: Int32

    init() throws {
        (placeholder, port) = try Self.bound(0)
    }

    /// The number of received requests.
    var requestCount: Int { lock.withLock { requests } }

    /// Starts listening.
    func start() throws {
        let (socket, _) = try Self.bound(port)
        guard listen(socket, 64) == 0 else { throw Self.failure() }
        lock.withLock { listener = socket }
        Thread.detachNewThread { self.accept(on: socket) }
    }

    /// Closes all connections, and refuses new ones.
    func stop() {
        lock.withLock {
            // The listener is closed first, so that no client reconnects in between. The threads that wait for the sockets wake
            // up and close them.
            for socket in [listener].compactMap({ $0 }) + connections { shutdown(socket, Int32(SHUT_RDWR)) }
            listener = nil
        }
    }

    /// Interrupts the next response in the middle, and stops the server.
    func breakOffNextAnswer() {
        lock.withLock { breaksOff = true }
    }

    private func accept(on socket: Int32) {
        while true {
            let connection = Glibc.accept(socket, nil, nil)
            if connection < 0 {
                if errno == EINTR || errno == ECONNABORTED { continue }
                close(socket)
                return
            }
            let isWanted = lock.withLock {
                if listener == socket { connections.insert(connection) }
                return listener == socket
            }
            if isWanted {
                Thread.detachNewThread { self.serve(connection) }
            } else {
                close(connection)
            }
        }
    }

    private func serve(_ connection: Int32) {
        var request = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            if count <= 0 { break }
            request += String(decoding: buffer.prefix(count), as: UTF8.self)
            guard request.hasSuffix("\r\n\r\n") else { continue }
            request = ""
            if !answer(connection) { break }
        }
        lock.withLock {
            connections.remove(connection)
            // Under the lock, so that its number is not reused for another connection when stop() closes them.
            close(connection)
        }
    }

    /// Responds to a request.
    /// - Returns: A Boolean value that indicates whether the connection stays open.
    private func answer(_ connection: Int32) -> Bool {
        let breaks = lock.withLock {
            requests += 1
            defer { breaksOff = false }
            return breaksOff
        }
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(Self.text.utf8.count)\r\n\r\n"
        let bytes = Array((head + Self.text).utf8)
        let length = breaks ? bytes.count / 2 : bytes.count
        guard send(connection, bytes, length, Int32(MSG_NOSIGNAL)) == length else { return false }
        if breaks { stop() }
        return !breaks
    }

    private static func bound(_ port: UInt16) throws -> (socket: Int32, port: UInt16) {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var yes: Int32 = 1
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
                for option in [SO_REUSEADDR, SO_REUSEPORT] {
                    setsockopt(socket, SOL_SOCKET, option, &yes, socklen_t(MemoryLayout<Int32>.size))
                }
                if bind(socket, address, length) != 0 { return -1 }
                return getsockname(socket, address, &length)
            }
        }
        guard socket >= 0, result == 0 else { throw failure() }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    private static func failure() -> any Error { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
