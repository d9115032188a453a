// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The delays between looks at a store whose file is being written.
///
/// The file is written before the change can be seen: the log has to be on disk first, and what makes it visible lies in
/// mapped memory, which raises no event. So after an event one has to look again, at first soon and then ever less often. The
/// wait grows with the time since the last event, so that a change is late by a small part of what its writer took.
/// While events go on and nothing becomes visible, which is an import, the wait has a limit.
struct LookPace {
    typealias Instant = ContinuousClock.Instant

    /// The shortest wait.
    static let shortest = Duration.milliseconds(1)
    /// The maximum delay during writes.
    static let maximumDelayWhileWriting = Duration.milliseconds(20)
    /// For how long after the last event to go on looking.
    static let end = Duration.seconds(4)

    /// Events that are further apart belong to different writers.
    private static let rest = Duration.milliseconds(50)

    private var first: Instant?
    private var last: Instant?

    /// Whether to look again without an event.
    var isLooking: Bool { first != nil }

    /// Notes a write.
    mutating func noteEvent(at now: Instant) {
        if last.map({ now - $0 > Self.rest }) ?? true { first = now }
        last = now
    }

    /// A look has found something. What was written may be more than that.
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
