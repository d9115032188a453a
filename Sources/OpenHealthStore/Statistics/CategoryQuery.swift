// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// A query for the durations of a category's values, with validated arguments.
package struct CategoryQuery {
    package let type: String
    package let description: HealthTypeDescription
    /// The range in seconds since 1970; infinite if it has no bound.
    package let from: Double
    package let to: Double
    package let buckets: CivilBuckets?

    /// Creates a query.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type isn't a category type or the range ends before it begins.
    package init(type: String, from: Date? = nil, to: Date? = nil, buckets: CivilBuckets? = nil) throws {
        guard let description = HealthTypes.named(type), description.kind == .category else {
            throw StoreError(
                .invalidArgument, message: "\(type) is not a category type, so its values have no durations",
                remedy: "request its statistics, or list its samples")
        }
        self.type = type
        self.description = description
        self.from = from?.timeIntervalSince1970 ?? -.infinity
        self.to = to?.timeIntervalSince1970 ?? .infinity
        self.buckets = buckets
        guard self.from <= self.to else {
            throw StoreError(
                .invalidArgument, message: "the range ends before it begins",
                remedy: "swap the two dates")
        }
    }

    /// The value of samples without a value; nil to skip such samples. Exports contain no values for types whose samples only
    /// have dates, such as mindful sessions.
    package var missingValue: Double? {
        description.valueEnum == "HKCategoryValue" ? Double(HKCategoryValue.notApplicable.rawValue) : nil
    }
}
