// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A limit on the read connections of shared work, so that some are always available for other work.
final class ReaderTurns: Sendable {
    /// The maximum number of read connections.
    static let most = 6
    /// The maximum number of read connections for shared work.
    static let maximumShared = 4
    /// The interval at which waiting work checks whether it has ended.
    private static let pace = DispatchTimeInterval.milliseconds(20)

    private let free = DispatchSemaphore(value: maximumShared)

    /// Runs a closure that uses a connection. Shared work first waits until a connection is available.
    func run<T>(_ body: () throws -> T) throws -> T {
        guard let work = StoreWork.current, work.isShared else { return try body() }
        while free.wait(timeout: .now() + Self.pace) == .timedOut { try work.check() }
        defer { free.signal() }
        return try body()
    }
}
