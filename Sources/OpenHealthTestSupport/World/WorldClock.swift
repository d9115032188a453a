// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A clock that does not advance until a test does so.
public final class WorldClock: Sendable {
    private let time: Mutex<Date>

    /// Creates a clock.
    /// - Parameter now: The initial date.
    public init(now: Date = Date()) {
        time = Mutex(now)
    }

    /// The current date of the clock, which can also be set back.
    public var now: Date {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    /// Advances the clock.
    /// - Parameter seconds: The number of seconds; a negative number sets the clock back.
    public func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }

    /// Advances the clock by calendar units such as days or hours.
    /// - Parameters:
    ///   - components: The units to advance by, such as `DateComponents(day: 1)`.
    ///   - calendar: The calendar of the units.
    public func advance(by components: DateComponents, in calendar: Calendar = .current) {
        time.withLock { $0 = calendar.date(byAdding: components, to: $0) ?? $0 }
    }
}
