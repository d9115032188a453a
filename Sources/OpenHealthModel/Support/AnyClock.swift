// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A clock of any type, whose instants can be compared and stored.
///
/// Code that waits or measures time uses the clock of its configuration and never the system's, so that tests can move its time. The
/// instants of two values with the same clock are not comparable: copies of one value are.
package struct AnyClock: Clock {
    package typealias Duration = Swift.Duration

    /// The time since the creation of the value.
    package struct Instant: InstantProtocol {
        package typealias Duration = Swift.Duration

        /// The time since the creation of the clock's value.
        package var offset: Swift.Duration

        package init(_ offset: Swift.Duration) {
            self.offset = offset
        }

        package func advanced(by duration: Swift.Duration) -> Instant { Instant(offset + duration) }

        package func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

        package static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }

        package static func + (instant: Instant, duration: Swift.Duration) -> Instant { instant.advanced(by: duration) }

        package static func - (instant: Instant, duration: Swift.Duration) -> Instant {
            Instant(instant.offset - duration)
        }

        package static func - (one: Instant, other: Instant) -> Swift.Duration { one.offset - other.offset }
    }

    /// Whether it is the system's continuous clock. Only its time can be a time limit of a system call.
    package let isContinuous: Bool
    package let minimumResolution: Swift.Duration
    private let read: @Sendable () -> Swift.Duration
    private let wait: @Sendable (Swift.Duration, Swift.Duration?) async throws -> Void

    /// Creates a value for a clock. A clock that is already such a value is used as it is, so that instants stay comparable.
    package init(_ clock: any Clock<Swift.Duration>) {
        if let clock = clock as? AnyClock {
            self = clock
        } else {
            self = Self.erasing(clock)
        }
    }

    private init(
        isContinuous: Bool, minimumResolution: Swift.Duration, read: @escaping @Sendable () -> Swift.Duration,
        wait: @escaping @Sendable (Swift.Duration, Swift.Duration?) async throws -> Void
    ) {
        self.isContinuous = isContinuous
        self.minimumResolution = minimumResolution
        self.read = read
        self.wait = wait
    }

    private static func erasing<Base: Clock<Swift.Duration>>(_ clock: Base) -> AnyClock {
        let start = clock.now
        return AnyClock(
            isContinuous: clock is ContinuousClock, minimumResolution: clock.minimumResolution,
            read: { start.duration(to: clock.now) },
            wait: { try await clock.sleep(until: start.advanced(by: $0), tolerance: $1) })
    }

    package var now: Instant { Instant(read()) }

    package func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
        try await wait(deadline.offset, tolerance)
    }
}

extension AnyClock {
    /// The system's continuous clock.
    package static let continuous = AnyClock(ContinuousClock())

    /// Runs a closure, and cancels it when a time is over.
    /// - Returns: The result of the closure; nil if the time was over first.
    package func within<Result: Sendable>(
        _ duration: Swift.Duration, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        let end = now + duration
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await sleep(until: end)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
