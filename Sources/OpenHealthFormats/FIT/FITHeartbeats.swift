// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The heartbeats of a FIT file, from the intervals between them.
///
/// The messages with intervals have no times of their own: the first interval begins at the record before it, and each one continues the
/// last, unless the records have gone on without heartbeats.
struct FITHeartbeats {
    /// The times of the heartbeats, in seconds since 1970.
    private(set) var times: [Double] = []
    /// The indices of the heartbeats before which others may have been missed.
    private(set) var gaps: Set<Int> = []
    private var now: Double?

    /// The longest interval between two heartbeats in seconds.
    private static let longest = 4.0
    /// The seconds by which heartbeats can be behind the records.
    private static let slack = 10.0

    /// Sets the time of the last record.
    mutating func setTime(_ date: Double?) {
        if let date { now = date }
    }

    /// Takes a message with intervals in milliseconds.
    mutating func take(_ message: FITMessage, field number: UInt8) {
        guard let field = message.field(number) else { return }
        for index in 0..<message.count(field) {
            guard let interval = message.number(field, index).map({ $0 / 1000 }), interval > 0, interval < 3600 else {
                continue
            }
            add(interval)
        }
    }

    private mutating func add(_ interval: Double) {
        guard let now else { return }
        guard let last = times.last else {
            times = [now, now + interval]
            return
        }
        var time = last + interval
        var isGap = interval > Self.longest
        if now - time > Self.slack { (time, isGap) = (now, true) }
        if isGap { gaps.insert(times.count) }
        times.append(time)
    }
}
