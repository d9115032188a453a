// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A server on loopback that calls a closure for each connection on a separate thread.
package final class LoopbackServer: Sendable {
    package let port: Int
    private let descriptor: Int32
    private let open = Guarded<Set<Int32>>([])

    /// - Parameter serve: A closure that reads from and writes to a connection, which is closed afterwards.
    package init(_ serve: @escaping @Sendable (Int32) -> Void) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, pointer, &size) == 0
            }
        }
        guard listens else { throw TestDaemon.Failure(reason: "no socket can be had") }
        port = Int(UInt16(bigEndian: address.sin_port))
        self.descriptor = descriptor
        let open = open
        Thread.detachNewThread {
            while true {
                let connection = accept(descriptor, nil, nil)
                // Closed here, since another server could receive the number while this thread still accepts connections with it.
                if connection < 0 {
                    close(descriptor)
                    return
                }
                open.withLock { _ = $0.insert(connection) }
                Thread.detachNewThread {
                    serve(connection)
                    open.withLock { _ = $0.remove(connection) }
                    close(connection)
                }
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        open.withLock { for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) } }
    }

    package var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(filePath: "/") }

    // MARK: For those who serve

    /// Returns some bytes, or `nil` at the end of the connection.
    package static func read(_ connection: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(connection, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    @discardableResult
    package static func write(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads a request and its body, and returns the first line.
    package static func request(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let head = text[..<end.lowerBound]
                let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                let wanted = length.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
                if bytes.count >= head.utf8.count + 4 + wanted {
                    return String(head.prefix { $0 != "\r\n" && $0 != "\r" })
                }
            }
            guard let more = read(connection) else { return nil }
            bytes += more
        }
    }
}
