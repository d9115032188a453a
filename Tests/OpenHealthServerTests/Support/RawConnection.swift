// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore

/// A connection on which a test can write any bytes. Its methods block, so it is used on a separate thread: see
/// ``OwnedDaemon/raw(_:)``.
final class RawConnection {
    private let descriptor: CInt

    /// - Parameter receiveBuffer: The size of the kernel's buffer, in bytes; nil for the usual size.
    init(port: Int, receiveBuffer: CInt? = nil) throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<CInt>.size))
        }
        var limit = timeval(tv_sec: 600, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let result = try SocketAddress(ipAddress: "127.0.0.1", port: port).withSockAddr { address, size in
            connect(descriptor, address, socklen_t(size))
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(descriptor)
    }

    /// Writes bytes as far as the other side accepts them.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Closes the sending side.
    func finish() {
        shutdown(descriptor, CInt(SHUT_WR))
    }

    /// Lets the end of the object reset the connection instead of closing it in order.
    func resetAtEnd() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Whether the other side has closed the connection and everything before has been read.
    var isClosed: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) == 0
    }

    /// Reads a few of the first bytes.
    func readBeginning() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    /// Reads until the other side closes the connection.
    func readAll() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { return all }
            all += buffer[..<count]
        }
    }
}

extension OwnedDaemon {
    /// Sends bytes over a separate connection, closes the sending side, and returns the response.
    func raw(_ bytes: [UInt8]) async throws -> String {
        guard let port = URL(string: url)?.port else { return "" }
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let connection = try RawConnection(port: port)
                        connection.write(bytes)
                        connection.finish()
                        return String(decoding: connection.readAll(), as: UTF8.self)
                    })
            }
        }
    }

    /// Sends bytes over a separate connection, and closes it when the response begins.
    func beginning(_ text: String) async throws -> String {
        guard let port = URL(string: url)?.port else { return "" }
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let connection = try RawConnection(port: port)
                        connection.write(Array(text.utf8))
                        return String(decoding: connection.readBeginning(), as: UTF8.self)
                    })
            }
        }
    }

    func raw(_ text: String) async throws -> String { try await raw(Array(text.utf8)) }
}
