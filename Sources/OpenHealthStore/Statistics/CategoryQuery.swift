// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// A question about the durations of a category's values, with what the store has to know to answer it.
package struct CategoryQuery {
    package let type: String
    package let description: HealthTypeDescription
    /// The range in seconds since 1970; infinite where it has no bound.
    package let from: Double
    package let to: Double
    package let buckets: CivilBuckets?

    /// - Throws: a ``StoreError``, `invalidArgument` for a type that is no category type, and a range that ends before it
    ///   begins.
    package init(type: String, from: Date? = nil, to: Date? = nil, buckets: CivilBuckets? = nil) throws {
        guard let description = HealthTypes.named(type), description.kind == .category else {
            throw StoreError(
                .invalidArgument, message: "\(type) is no category type, so its values have no durations",
                remedy: "ask for its statistics, or read its samples")
        }
        self.type = type
        self.description = description
        self.from = from?.timeIntervalSince1970 ?? -.infinity
        self.to = to?.timeIntervalSince1970 ?? .infinity
        self.buckets = buckets
        guard self.from <= self.to else {
            throw StoreError(
                .invalidArgument, message: "a range of time cannot end before it begins",
                remedy: "exchange the two dates")
        }
    }

    /// The value of samples without one; nil to leave such samples out. Of types whose samples have nothing
    /// to tell but their time (a mindful session) exports have no values at all.
    package var missingValue: Double? {
        description.valueEnum == "HKCategoryValue" ? Double(HKCategoryValue.notApplicable.rawValue) : nil
    }
}
