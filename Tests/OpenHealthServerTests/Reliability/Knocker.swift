// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A client that repeatedly connects without a pause, and keeps some of its connections open for a while.
final class Knocker: Sendable {
    private let isOver = Mutex(false)
    private let count = Mutex(0)

    init(port: Int) {
        Thread.detachNewThread { [self] in
            var kept: [RawConnection] = []
            while !isOver.withLock(\.self) {
                guard let connection = try? RawConnection(port: port) else { continue }
                kept.append(connection)
                if kept.count > 30 { kept.removeFirst() }
                count.withLock { $0 += 1 }
            }
        }
    }

    /// Waits for a number of connections.
    func waitForConnections(_ wanted: Int) async {
        while count.withLock(\.self) < wanted { try? await Task.sleep(for: .milliseconds(5)) }
    }

    /// Stops the client.
    func end() {
        isOver.withLock { $0 = true }
    }
}
