// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The result of storing a push.
package struct PushedReceipt: Sendable, Equatable {
    /// The counts of samples or aggregated points.
    package struct Counts: Sendable, Equatable {
        /// The number that was added.
        package var added = 0
        /// The number that replaced earlier versions.
        package var replaced = 0
        /// The number that was stored already and is better informed now.
        package var updated = 0
        /// The number that was stored already.
        package var known = 0

        package init(added: Int = 0, replaced: Int = 0, updated: Int = 0, known: Int = 0) {
            self.added = added
            self.replaced = replaced
            self.updated = updated
            self.known = known
        }

        package static func + (left: Counts, right: Counts) -> Counts {
            Counts(
                added: left.added + right.added, replaced: left.replaced + right.replaced,
                updated: left.updated + right.updated, known: left.known + right.known)
        }
    }

    /// The counts of samples by type identifier.
    package var samples: [String: Counts] = [:]
    /// The counts of aggregated points by type identifier.
    package var aggregates: [String: Counts] = [:]
    /// The number of deleted samples.
    package var deleted = 0
    /// The number of records that were left out because the person deleted their samples. They count as known.
    package var unwanted = 0
    /// The number of records that were left out because the app that sent them had deleted them before. They count as known.
    package var late = 0
    /// The parts of the push that were not stored.
    package var refusals = PushRefusals()
    /// The values that were kept although they are unknown.
    package var warnings = PushRefusals()

    /// Creates an empty receipt.
    package init() {}

    /// The counts of all samples.
    package var allSamples: Counts { samples.values.reduce(Counts(), +) }
    /// The counts of all aggregated points.
    package var allAggregates: Counts { aggregates.values.reduce(Counts(), +) }

    /// Returns the receipt in which all readings of some types count as added, so that it does not reveal which of them the store already
    /// had.
    /// - Parameter readings: The numbers of readings in the push by type.
    package func concealing(_ types: Set<String>, readings: [String: Int]) -> PushedReceipt {
        var receipt = self
        for type in types { receipt.samples[type] = readings[type].map { Counts(added: $0) } }
        return receipt
    }

    /// Adds the counts and refusals of another receipt, such as that of the next file of a folder.
    package mutating func add(_ other: PushedReceipt) {
        samples.merge(other.samples, uniquingKeysWith: +)
        aggregates.merge(other.aggregates, uniquingKeysWith: +)
        deleted += other.deleted
        unwanted += other.unwanted
        late += other.late
        refusals.add(other.refusals)
        warnings.add(other.warnings)
    }
}
