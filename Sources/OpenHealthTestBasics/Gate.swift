// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A gate at which code under test stops until a test opens it.
///
///     let gate = Gate()
///     database.add(function: DatabaseFunction("pause") { _ in gate.pass() })
///     async let answer = ask("SELECT pause()")
///     await gate.waitForArrivals()
///     // The query is running now.
///     gate.open()
public final class Gate: @unchecked Sendable {
    // Unchecked because the state is only accessed under the condition's lock.
    private let condition = NSCondition()
    private var isOpen = false
    private let arrivals = EventLog<Void>()

    /// Creates a closed gate.
    public init() {}

    /// The number of calls of ``pass()`` so far.
    public var arrivalCount: Int { arrivals.count }

    /// Blocks the calling thread until the gate is open.
    public func pass() {
        arrivals.note()
        condition.lock()
        defer { condition.unlock() }
        while !isOpen { condition.wait() }
    }

    /// Opens the gate permanently.
    public func open() {
        condition.lock()
        defer { condition.unlock() }
        isOpen = true
        condition.broadcast()
    }

    /// Waits until a number of calls of ``pass()`` have begun.
    public func waitForArrivals(_ count: Int = 1) async {
        await arrivals.wait(count: count)
    }
}
