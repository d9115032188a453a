// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A clock that stands still until a test moves it.
public final class WorldClock: Sendable {
    private let time: Mutex<Date>

    /// Creates a clock.
    /// - Parameter now: the initial date.
    public init(now: Date = Date()) {
        time = Mutex(now)
    }

    /// The current date of the clock, which can also be set back.
    public var now: Date {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    /// Moves the clock.
    /// - Parameter seconds: how far; negative goes back.
    public func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }

    /// Moves the clock by whole days, hours and so on of a calendar.
    /// - Parameters:
    ///   - components: how far, such as `DateComponents(day: 1)`.
    ///   - calendar: whose days they are.
    public func advance(by components: DateComponents, in calendar: Calendar = .current) {
        time.withLock { $0 = calendar.date(byAdding: components, to: $0) ?? $0 }
    }
}
