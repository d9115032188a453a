// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The content of a push: the data that an app on a phone sent in one request, as its reader parsed it.
///
/// A push carries less than an export: often no device, no metadata, and dates in whole seconds. ``missing`` names the facts that
/// its copies of samples do not carry, which are not compared with those of stored samples; see decision record 2.
///
/// Readers create it with `PushBuilder`, and `AppSession.ingest(_:)` stores it.
package struct PushedBatch: Sendable {
    /// The facts that no sample of the push carries.
    package var missing: MissingFacts
    /// The records and other items, as in an import. The batch has all of its dictionaries.
    package var samples = SampleBatch()
    /// The UUIDs of records by index in ``SampleBatch/rows``.
    package var uuids: [Int32: UUID] = [:]
    /// The UUIDs of items by index in ``SampleBatch/items``.
    package var itemUUIDs: [Int: UUID] = [:]
    /// The JSON pointers of the lists that ``rowPlaces`` refer to, such as `/data/metrics/3`.
    package var places: [String] = []
    /// The index in ``places`` for each record.
    package var rowPlaces: [Int32] = []
    /// The JSON pointer of each item.
    package var itemPlaces: [String] = []
    /// The samples that exports do not contain, such as states of mind.
    package var objects: [PushedObject] = []
    /// The figures of hours, days or longer intervals.
    package var aggregates: [AggregatedPoint] = []
    /// The UUIDs of samples that were deleted on the phone.
    package var deletions: [UUID] = []
    /// The parts of the push that were refused.
    package var refusals = PushRefusals()
    /// The values that were kept although they are unknown.
    package var warnings = PushRefusals()

    /// Creates an empty push.
    package init(missing: MissingFacts = []) {
        self.missing = missing
    }
}

/// The facts of samples that a copy of them does not carry.
package struct MissingFacts: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The device.
    package static let device = MissingFacts(rawValue: 1)
    /// The metadata, or a part of it.
    package static let metadata = MissingFacts(rawValue: 2)
    /// The name of the source.
    package static let source = MissingFacts(rawValue: 4)
    /// The value, such as the activity of a workout whose name is unknown.
    package static let value = MissingFacts(rawValue: 8)
    /// The end.
    package static let end = MissingFacts(rawValue: 16)
}

/// A sample of a push that is stored as an object. Its UUID identifies it: readers derive one from the content if the phone sent none.
package struct PushedObject: Sendable {
    /// The sample.
    package var sample: HKSample
    /// The source; the unit is that of the sample.
    package var source: ProvenanceData
    /// The JSON pointer of the sample.
    package var place: String

    package init(_ sample: HKSample, source: ProvenanceData, place: String) {
        self.sample = sample
        self.source = source
        self.place = place
    }
}

/// The refused parts of a push, or its warnings: the first ones, and the number of all.
package struct PushRefusals: Sendable, Equatable {
    /// The maximum number of entries; further ones are only counted.
    package static let maximumEntries = 1000

    /// The first entries.
    package private(set) var entries: [PushRefusal] = []
    /// The number of refused parts.
    package private(set) var count = 0

    package init() {}

    /// Adds an entry.
    package mutating func add(_ refusal: PushRefusal) {
        count += refusal.count
        if entries.count < Self.maximumEntries { entries.append(refusal) }
    }

    /// Adds the entries of another push.
    package mutating func add(_ others: PushRefusals) {
        entries += others.entries.prefix(max(0, Self.maximumEntries - entries.count))
        count += others.count
    }
}

/// A part of a push that was not stored as it is, and the reason.
package struct PushRefusal: Sendable, Equatable {
    /// The JSON pointer (RFC 6901) of the part.
    package var pointer: String
    /// The problem, without health values.
    package var reason: String
    /// The remedy; empty if there is none.
    package var remedy: String
    /// The number of readings that the entry is about.
    package var count: Int

    package init(pointer: String, reason: String, remedy: String = "", count: Int = 1) {
        self.pointer = pointer
        self.reason = reason
        self.remedy = remedy
        self.count = count
    }
}
