// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The dates next to the documents that were saved last, at which a collection has no documents.
///
/// Uploaders send their history in order. A document of such a date is new, so its earlier version is not searched.
struct FreeDates {
    let collection: NightscoutCollection
    /// The open intervals without documents, before and after the last document.
    private var intervals: [(lower: Double, upper: Double)] = []
    /// The number of searched intervals that no document has used.
    private var unused = 0

    /// The time between documents that certainly have different identities, which contain the date in milliseconds.
    private static let margin = 0.002
    /// The number of unused intervals after which a request is not in order, and no others are searched.
    private static let mostUnused = 64

    init(_ collection: NightscoutCollection) {
        self.collection = collection
    }

    /// Whether an interval is worth the time that its search takes.
    var isUseful: Bool { unused < Self.mostUnused }

    /// Returns whether there is no document at about a date.
    func contains(_ date: Double) -> Bool {
        intervals.contains { date - Self.margin > $0.lower && date + Self.margin < $0.upper }
    }

    /// Starts with the interval around a document.
    /// - Parameters:
    ///   - lower: The last date of a document that is not later; nil if there is none.
    ///   - upper: The first date of a document that is not earlier; nil if there is none.
    mutating func start(at date: Double, after lower: Double?, before upper: Double?) {
        intervals = [(lower ?? -.infinity, date), (date, upper ?? .infinity)]
        unused += 1
    }

    /// Notes that a document with a date is saved.
    mutating func add(_ date: Double) {
        guard let index = intervals.firstIndex(where: { $0.lower < date && date < $0.upper }) else { return }
        let interval = intervals[index]
        intervals = [(interval.lower, date), (date, interval.upper)]
        unused = 0
    }
}
