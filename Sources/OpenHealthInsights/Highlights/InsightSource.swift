// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStatistics

/// The figures that insights are computed from: those of a store, or those that an app may see.
package protocol InsightSource {
    /// Returns the sums or averages of the buckets with samples, in the canonical unit of the type.
    func figures(
        of type: InsightType, from: Date?, to: Date, buckets: CivilBuckets
    ) throws -> [(start: Date, value: Double)]
    /// Returns the seconds asleep of the buckets with sleep.
    func asleep(from: Date, to: Date, buckets: CivilBuckets) throws -> [(start: Date, seconds: Double)]
    /// Returns the moment at which the data of a type end; nil if they go on.
    func dataEnd(of type: String) throws -> Date?
    /// Returns the person's date of birth; nil if it is unknown.
    func dateOfBirth() throws -> DateComponents?
    /// Returns whether the person is female or male; nil otherwise and if it is unknown.
    func sex() throws -> CardioFitnessLevel.Sex?
}
