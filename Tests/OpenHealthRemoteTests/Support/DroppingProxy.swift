// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import RemoteTestSupport

/// A proxy between an app and a daemon that can drop responses.
final class DroppingProxy: Sendable {
    /// The number of next responses to saves that are dropped, although the daemon performs the request.
    let losses = Guarded(0)
    private let server: LoopbackServer

    init(to port: Int) throws {
        let losses = losses
        server = try LoopbackServer { connection in
            guard let daemon = try? Self.connect(port) else { return }
            let isLost = Guarded(false)
            let ended = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                while let bytes = LoopbackServer.read(daemon) {
                    // The app waits for the response, and the connection closes.
                    if isLost.withLock({ $0 }) { break }
                    guard LoopbackServer.write(connection, bytes) else { break }
                }
                shutdown(connection, Int32(SHUT_RDWR))
                ended.signal()
            }
            while let bytes = LoopbackServer.read(connection) {
                if String(decoding: bytes.prefix(18), as: UTF8.self).hasPrefix("POST /v1/samples H"),
                    losses.withLock({ count in
                        defer { count = max(0, count - 1) }
                        return count > 0
                    })
                {
                    isLost.withLock { $0 = true }
                }
                guard LoopbackServer.write(daemon, bytes) else { break }
            }
            shutdown(daemon, Int32(SHUT_WR))
            ended.wait()
            close(daemon)
        }
    }

    var url: URL { server.url }

    private static func connect(_ port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else {
            close(descriptor)
            throw TestDaemon.Failure(reason: "the server cannot be reached")
        }
        return descriptor
    }
}
