// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Glibc
import RemoteTestSupport
import Synchronization
import Testing

/// Daemons that end while somebody connects.
@Suite struct EndingDaemonTests {
    /// A connection that was accepted and handed to nobody once ended the process.
    @Test func connectionsOfTheLastMomentAreLetGoOf() async throws {
        let daemon = try TestDaemon()
        let knockers = (0..<2).map { _ in Knocker(port: daemon.port) }
        for _ in 0..<15 { try await daemon.restart() }
        await daemon.stop()
        for knocker in knockers { #expect(knocker.end() > 0) }
    }
}

/// Somebody who connects again and again, and goes away without a word.
private final class Knocker: Sendable {
    private let isOver = Mutex(false)
    private let answered = Mutex(0)
    private let ended = DispatchSemaphore(value: 0)

    init(port: Int) {
        Thread.detachNewThread { [self] in
            while !isOver.withLock(\.self) {
                if Self.knock(port) { answered.withLock { $0 += 1 } }
            }
            ended.signal()
        }
    }

    /// Ends it.
    /// - Returns: how often there was anybody.
    func end() -> Int {
        isOver.withLock { $0 = true }
        ended.wait()
        return answered.withLock(\.self)
    }

    /// Whether there was anybody.
    private static func knock(_ port: Int) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
