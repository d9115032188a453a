// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Limits how many connections that read are in use by shared work, so that some are always free for other work.
final class ReaderTurns: Sendable {
    /// How many connections read at most.
    static let most = 6
    /// How many of them shared work uses at most.
    static let mostShared = 4
    /// How often work that waits checks whether it has ended.
    private static let pace = DispatchTimeInterval.milliseconds(20)

    private let free = DispatchSemaphore(value: mostShared)

    /// Uses a connection, after waiting for a turn where the current work is shared.
    func run<T>(_ body: () throws -> T) throws -> T {
        guard let work = StoreWork.current, work.isShared else { return try body() }
        while free.wait(timeout: .now() + Self.pace) == .timedOut { try work.check() }
        defer { free.signal() }
        return try body()
    }
}
