// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Glibc
import ProcessTestSupport
import RemoteTestSupport
import Synchronization
import Testing

/// Tests of daemons that end while a client connects.
@Suite struct EndingDaemonTests {
    /// Verifies that an accepted connection without a handler, which once ended the process, is released.
    @Test func connectionsOfTheLastMomentAreReleased() async throws {
        let daemon = try TestDaemon()
        let knockers = (0..<2).map { _ in Knocker(port: daemon.port) }
        for _ in 0..<15 { try await daemon.restart() }
        await daemon.stop()
        for knocker in knockers { #expect(knocker.end() > 0) }
    }
}

/// A client that repeatedly connects, and disconnects without sending anything.
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

    /// Stops the client.
    /// - Returns: The number of successful connections.
    func end() -> Int {
        isOver.withLock { $0 = true }
        ended.wait()
        return answered.withLock(\.self)
    }

    /// Returns a Boolean value that indicates whether a connection succeeds.
    private static func knock(_ port: Int) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        return LocalPort.withAddress(of: port) { connect(socket, $0, $1) == 0 }
    }
}
