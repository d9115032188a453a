// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A stop or a start of a pump.
package struct NightscoutPumpEvent: Sendable {
    /// The date, in seconds since 1970.
    package var date: Double
    /// The end of a stop, in seconds since 1970: infinity if it is not stated. Nil for a start.
    package var end: Double?

    /// Creates the event that a document states; nil for other documents.
    package init?(_ document: NightscoutDocument) {
        guard document.isPumpEvent else { return nil }
        date = document.date
        guard document.kind == NightscoutDocument.suspension else { return }
        let minutes = document.json["duration"]?.double ?? 0
        end = minutes > 0 ? date + minutes * 60 : .infinity
    }

    /// Returns the intervals in which a pump is stopped, in order: from each stop until its stated end or the next event.
    /// - Parameter events: The events in any order. A start at the date of a stop is before it.
    static func suspensions(_ events: [NightscoutPumpEvent]) -> [Range<Double>] {
        let sorted = events.sorted { ($0.date, $0.end == nil ? 0 : 1) < ($1.date, $1.end == nil ? 0 : 1) }
        return sorted.enumerated().compactMap { index, event in
            let next = index + 1 < sorted.count ? sorted[index + 1].date : .infinity
            guard let end = event.end.map({ min($0, next) }), event.date < end else { return nil }
            return event.date..<end
        }
    }
}

extension NightscoutDocument {
    /// The kind of documents with which a pump stops. No temporary basal rate is delivered until it starts again.
    package static let suspension = "Suspend Pump"
    /// The kind of documents with which a pump starts again.
    package static let resumption = "Resume Pump"
    /// The longest duration of a temporary basal rate, in seconds.
    package static let longestBasal = 86_400.0

    /// Whether the document is a stop or a start of a pump.
    package var isPumpEvent: Bool {
        collection == .treatments && (kind == Self.suspension || kind == Self.resumption)
    }

    /// Returns a temporary basal rate with what determines its end and its parts.
    /// - Parameters:
    ///   - next: The start of the next rate, in seconds since 1970; nil if none follows.
    ///   - events: The stops and starts of the pump during the rate, and the last one at its start or before.
    package func completed(next: Double?, events: [NightscoutPumpEvent]) -> NightscoutDocument {
        var document = self
        document.next = next
        document.suspensions = NightscoutPumpEvent.suspensions(events)
        return document
    }

    /// Returns the intervals in which a temporary basal rate is delivered, in order.
    /// - Parameter end: The end of the rate, in seconds since 1970.
    package func deliveries(until end: Double) -> [Range<Double>] {
        var deliveries: [Range<Double>] = []
        var start = date
        for suspension in suspensions where suspension.lowerBound < end {
            if start < suspension.lowerBound { deliveries.append(start..<suspension.lowerBound) }
            start = max(start, suspension.upperBound)
        }
        if start < end { deliveries.append(start..<end) }
        return deliveries
    }

    /// Returns documents of one sender whose temporary basal rates have what determines their ends and parts, as far as the documents state it.
    package static func completed(_ documents: [NightscoutDocument]) -> [NightscoutDocument] {
        let known = documents.filter { $0.isValid && $0.fault == nil }
        let starts = known.filter(\.isTemporaryBasal).map(\.date).sorted()
        let events = known.compactMap { NightscoutPumpEvent($0) }.sorted { $0.date < $1.date }
        if starts.isEmpty { return documents }
        return documents.map { document in
            guard document.isTemporaryBasal else { return document }
            let following = index(in: starts.count) { starts[$0] > document.date }
            let next = following < starts.count ? starts[following] : nil
            let end = min(next ?? .infinity, document.date + longestBasal)
            let later = index(in: events.count) { events[$0].date > document.date }
            // Those of the last date before can be several.
            var first = later
            while first > 0, events[first - 1].date == events[later - 1].date { first -= 1 }
            let last = index(in: events.count) { events[$0].date >= end }
            return document.completed(next: next, events: first < last ? Array(events[first..<last]) : [])
        }
    }

    /// Returns the first of some indices with a property that all later ones have; the count if there is none.
    private static func index(in count: Int, where isAfter: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
