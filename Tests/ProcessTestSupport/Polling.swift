// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Calls a closure repeatedly until it returns a value, for the states of other processes, which announce nothing.
///
/// Tests wait for their own code with events (`EventLog`, `Gate`, `settled()`) instead.
/// - Parameters:
///   - pause: The time between two calls.
///   - limit: The time after which the wait ends, which is longer than a start takes on a busy machine.
/// - Returns: The value, or `nil` after the limit.
/// - Throws: The error of the closure, or `CancellationError` if the time limit of the test ends the wait.
public func poll<Value>(
    every pause: Duration = .milliseconds(100), atMost limit: Duration = .seconds(1200),
    _ body: () async throws -> Value?
) async throws -> Value? {
    let end = ContinuousClock.now + limit
    repeat {
        if let value = try await body() { return value }
        try await Task.sleep(for: pause)
    } while .now < end
    return nil
}
