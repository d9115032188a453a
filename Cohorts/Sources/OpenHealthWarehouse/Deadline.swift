// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The end of a time limit on a clock of any type.
struct Deadline {
    private let left: () -> Duration

    private init(left: @escaping () -> Duration) {
        self.left = left
    }

    /// Returns the end of a time limit that begins now.
    static func after(_ limit: Duration, on clock: any Clock<Duration>) -> Deadline {
        after(limit, opened: clock)
    }

    private static func after<Base: Clock<Duration>>(_ limit: Duration, opened clock: Base) -> Deadline {
        let end = clock.now.advanced(by: limit)
        return Deadline { clock.now.duration(to: end) }
    }

    /// Whether the time is over.
    var isOver: Bool { left() <= .zero }
}
