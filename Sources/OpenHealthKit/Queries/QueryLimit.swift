// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Converts the limits of queries.
enum QueryLimit {
    /// Returns the limit of a query for the store: nil for no limit.
    /// - Throws: `errorInvalidArgument` for a negative limit.
    static func checked(_ limit: Int) throws(HKError) -> Int? {
        if limit < 0 {
            throw HKError(
                .errorInvalidArgument, "The limit \(limit) is not valid. Use HKObjectQueryNoLimit for all objects.")
        }
        return limit == HKObjectQueryNoLimit ? nil : limit
    }

    /// Returns the limit of a descriptor for the store: nil for no limit.
    /// - Throws: `errorInvalidArgument` for a negative limit.
    static func checked(_ limit: Int?) throws(HKError) -> Int? {
        if let limit { try checked(limit) } else { nil }
    }
}

/// A limit that returns all objects.
public let HKObjectQueryNoLimit: Int = 0

/// An anchor that returns all objects, for the oldest form of ``HKAnchoredObjectQuery``.
public var HKAnchoredObjectQueryNoAnchor: Int32 { 0 }
