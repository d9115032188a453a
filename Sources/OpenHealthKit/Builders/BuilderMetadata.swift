// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Metadata that an app adds to a builder, a part at a time.
struct BuilderMetadata: Sendable {
    private(set) var values: [String: HKMetadataValue] = [:]

    /// Adds entries; of two with one key the later one counts.
    mutating func add(_ entries: [String: HKMetadataValue]) {
        values.merge(entries) { _, new in new }
    }

    /// The entries as values that cross threads.
    /// - Throws: an `HKError`, `errorInvalidArgument` where metadata cannot have one of them.
    static func values(_ metadata: [String: Any]?) throws -> [String: HKMetadataValue] {
        var values: [String: HKMetadataValue] = [:]
        for (key, value) in metadata ?? [:] {
            guard let known = HKMetadataValue(value) else {
                throw HKError(
                    .errorInvalidArgument,
                    "The metadata value of \(key) is a \(type(of: value)): metadata holds String, NSNumber, Date and "
                        + "HKQuantity.")
            }
            values[key] = known
        }
        return values
    }
}
