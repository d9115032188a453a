// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestBasics
import Synchronization

/// A client that repeatedly connects without a pause, and keeps some of its connections open for a while.
final class Knocker: Sendable {
    private let isOver = Mutex(false)
    private let connections = EventLog<Void>()

    init(port: Int) {
        Thread.detachNewThread { [self] in
            var kept: [RawConnection] = []
            while !isOver.withLock(\.self) {
                guard let connection = try? RawConnection(port: port) else { continue }
                kept.append(connection)
                if kept.count > 30 { kept.removeFirst() }
                connections.note()
            }
        }
    }

    /// Waits for a number of connections.
    func waitForConnections(_ wanted: Int) async {
        await connections.wait(count: wanted)
    }

    /// Stops the client.
    func end() {
        isOver.withLock { $0 = true }
    }
}
