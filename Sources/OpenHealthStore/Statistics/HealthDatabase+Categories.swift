// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

extension HealthDatabase {
    /// Returns the durations of the values of a category by bucket. Each moment has one value: `CategoryPrecedence` of
    /// OpenHealthStatistics determines the value of overlapping samples. Reads the samples.
    /// - Parameters:
    ///   - type: The identifier of a category type.
    ///   - from: The start of the range; nil for no bound. Samples are clipped to the range.
    ///   - to: The end of the range; nil for no bound.
    ///   - buckets: The buckets; nil for a single bucket.
    /// - Returns: The buckets that contain samples, in order.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type isn't a category type.
    public func categoryDurations(
        type: String, from: Date? = nil, to: Date? = nil, buckets: CivilBuckets? = nil
    ) throws -> [CategoryRow] {
        try read { db in
            var timeline = try CategoryReader.ofAll(db, CategoryQuery(type: type, from: from, to: to, buckets: buckets))
            return timeline?.rows() ?? []
        }
    }

    /// Returns the intervals of the values of a category with their sources, in order.
    /// - Parameters:
    ///   - type: The identifier of a category type.
    ///   - from: The start of the range.
    ///   - to: The end of the range.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type isn't a category type.
    public func categoryStretches(type: String, from: Date, to: Date) throws -> [CategoryStretch] {
        try read { db in
            var timeline = try CategoryReader.ofAll(db, CategoryQuery(type: type, from: from, to: to))
            return timeline?.stretches() ?? []
        }
    }
}
