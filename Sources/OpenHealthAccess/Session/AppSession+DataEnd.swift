// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

extension AppSession {
    /// Returns the moment at which the data of a type end, or nil if they go on or the app does not see all samples of the type:
    /// the date of an export tells of samples that such an app may not know of.
    /// - Throws: an `HKError`.
    package func dataEnd(of type: HKSampleType) throws -> Date? {
        try read { db in
            guard try access(db, type) == .all else { return nil }
            return try HealthDatabase.dataEnd(db, of: type.identifier)
        }
    }
}
