// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The series of readings in a push of the Open Wearables SDK.
///
/// A record of Health Connect, such as one of heart rates, has many readings, which the SDK sends one by one with the identifiers
/// `<record>-s0`, `<record>-s1` and so on. If a push has all of them, the readings of an earlier version that it lacks are deleted.
struct OpenWearablesSeries {
    private struct Key: Hashable {
        var record: String
        var type: String
    }

    private struct Series {
        var session: PushedSession
        var count = 0
        var last = 0
        var sum = 0

        /// Whether the numbers of the readings are 0, 1, 2 and so on.
        var isWhole: Bool { last == count - 1 && sum == last * count / 2 }
    }

    private var series: [Key: Series] = [:]
    private var sessions: [Key: Int32] = [:]
    /// The number of readings so far.
    private var count = 0

    /// The number of readings after which no more series are compared, so that memory does not grow with the push.
    private static let maximumCount = 100_000
    /// The maximum number of a reading.
    private static let maximumNumber = 1_000_000

    /// Returns the identifier of the record and the number of a reading; nil for objects that are not in a series.
    private static func place(_ object: PushJSON) -> (record: String, number: Int)? {
        guard let record = object.text("parentId"), let identifier = object.text("id"),
            identifier.hasPrefix(record + "-s"),
            let number = Int(identifier.dropFirst(record.count + 2)), (0...maximumNumber).contains(number)
        else { return nil }
        return (record, number)
    }

    /// Returns whether an object is a reading of a series.
    static func contains(_ object: PushJSON) -> Bool { place(object) != nil }

    /// Notes a reading before the readings are read.
    mutating func note(_ object: PushJSON, type: String, source: String, start: Double, end: Double) {
        guard let (record, number) = Self.place(object) else { return }
        let key = Key(record: record, type: type)
        guard count < Self.maximumCount || series[key] != nil else { return }
        var known = series[key] ?? Series(session: session(key, source: source, start: start, end: end))
        known.session.start = min(known.session.start, start)
        known.session.end = max(known.session.end, end)
        known.count += 1
        known.last = max(known.last, number)
        known.sum += number
        series[key] = known
        count += 1
    }

    private func session(_ key: Key, source: String, start: Double, end: Double) -> PushedSession {
        var session = PushedSession(
            type: key.type, source: source, start: start, end: end,
            uuid: PushIdentity.uuid(of: key.record, in: OpenWearablesReading.format, part: key.type))
        session.isSeries = true
        return session
    }

    /// Adds the complete series.
    mutating func add(to builder: inout PushBuilder) {
        let whole = series.filter { $0.value.isWhole }
        let ordered = whole.sorted { a, b in
            (a.value.session.start, a.key.record, a.key.type) < (b.value.session.start, b.key.record, b.key.type)
        }
        for (key, one) in ordered { sessions[key] = builder.addSession(one.session) }
        series = [:]
    }

    /// Returns the session of a reading; nil if it has none.
    func session(of object: PushJSON, type: String) -> Int32? {
        sessions.isEmpty ? nil : Self.place(object).flatMap { sessions[Key(record: $0.record, type: type)] }
    }
}
