// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

extension HealthDatabase {
    /// Returns the durations of the values of a category, bucket by bucket. Each moment belongs to one value: of samples that
    /// overlap, `CategoryPrecedence` of OpenHealthStatistics says which one it is. Reads the samples.
    /// - Parameters:
    ///   - type: the identifier of a category type.
    ///   - from: the beginning of the range; nil where it has none. What lies before it is cut off.
    ///   - to: the end of the range; nil where it has none.
    ///   - buckets: the buckets; nil for one that takes everything.
    /// - Returns: the buckets in which there are samples, in order.
    /// - Throws: a ``StoreError``, `invalidArgument` for a type that is no category type.
    public func categoryDurations(
        type: String, from: Date? = nil, to: Date? = nil, buckets: CivilBuckets? = nil
    ) throws -> [CategoryRow] {
        try read { db in
            var timeline = try CategoryReader.ofAll(db, CategoryQuery(type: type, from: from, to: to, buckets: buckets))
            return timeline?.rows() ?? []
        }
    }

    /// Which value of a category each moment belongs to, and which source says so, in order.
    /// - Parameters:
    ///   - type: the identifier of a category type.
    ///   - from: the beginning of the range.
    ///   - to: the end of the range.
    /// - Throws: a ``StoreError``, `invalidArgument` for a type that is no category type.
    public func categoryStretches(type: String, from: Date, to: Date) throws -> [CategoryStretch] {
        try read { db in
            var timeline = try CategoryReader.ofAll(db, CategoryQuery(type: type, from: from, to: to))
            return timeline?.stretches() ?? []
        }
    }
}
