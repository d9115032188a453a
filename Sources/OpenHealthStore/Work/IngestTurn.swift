// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// The order of imports and pushes, which compare their records with the store and with each other. One of them runs at a time; other
/// writes can take place between the parts of an import.
final class IngestTurn: Sendable {
    /// The interval at which waiting work checks whether it has ended.
    private static let pace = DispatchTimeInterval.milliseconds(20)

    private let free = DispatchSemaphore(value: 1)

    /// Runs a closure after the imports and pushes before it.
    func run<T>(_ body: () throws -> T) throws -> T {
        while free.wait(timeout: .now() + Self.pace) == .timedOut { try StoreWork.current?.check() }
        defer { free.signal() }
        return try body()
    }
}
