// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Reads limits as queries take them.
enum QueryLimit {
    /// The limit as the store takes it: nil for all.
    /// - Throws: `errorInvalidArgument` for a negative one.
    static func checked(_ limit: Int) throws(HKError) -> Int? {
        if limit < 0 {
            throw HKError(
                .errorInvalidArgument, "A limit of \(limit) makes no sense. Give HKObjectQueryNoLimit for all objects.")
        }
        return limit == HKObjectQueryNoLimit ? nil : limit
    }

    /// The limit of a descriptor as the store takes it: nil for all.
    /// - Throws: `errorInvalidArgument` for a negative one.
    static func checked(_ limit: Int?) throws(HKError) -> Int? {
        if let limit { try checked(limit) } else { nil }
    }
}
