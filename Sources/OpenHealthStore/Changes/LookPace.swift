// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The delays between checks of a store whose file is being written.
///
/// The file is written before the change is visible: the log must be on the disk first, and the index that publishes it is in
/// mapped memory, which causes no event. The store is therefore checked repeatedly after an event, first soon and then less
/// often. The delay grows with the time since the last event, so that a change is reported with a delay that is a small fraction
/// of the time that its writer took. During an import, when there are events but no visible changes, the delay has a limit.
struct LookPace {
    typealias Instant = ContinuousClock.Instant

    /// The minimum delay.
    static let shortest = Duration.milliseconds(1)
    /// The maximum delay during writes.
    static let maximumDelayWhileWriting = Duration.milliseconds(20)
    /// The time after the last event when the checks end.
    static let end = Duration.seconds(4)

    /// The minimum time between events of different writers.
    private static let rest = Duration.milliseconds(50)

    private var first: Instant?
    private var last: Instant?

    /// Whether the store is checked again without an event.
    var isLooking: Bool { first != nil }

    /// Records an event.
    mutating func noteEvent(at now: Instant) {
        if last.map({ now - $0 > Self.rest }) ?? true { first = now }
        last = now
    }

    /// Records that a check has found changes. There can be more changes.
    mutating func noteChange(at now: Instant) {
        if first != nil { first = now }
    }

    /// Returns the delay until the next look; nil to wait for an event.
    mutating func wait(at now: Instant) -> Duration? {
        guard let first, let last else { return nil }
        if now - last > Self.end {
            self.first = nil
            self.last = nil
            return nil
        }
        let writing = min((now - first) / 8, Self.maximumDelayWhileWriting)
        return max(Self.shortest, writing, (now - last) / 8)
    }
}
