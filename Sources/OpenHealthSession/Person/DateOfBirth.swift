// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// The date of birth in the form of Apple's exports.
package enum DateOfBirth {
    /// Returns the year, month and day of a date of birth such as `1980-01-31`.
    /// - Throws: An `HKError`, `errorNoData`, if the string is not a date.
    package static func components(_ text: String) throws -> DateComponents {
        // Exports can contain a time after the day.
        let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1...12).contains(month), (1...CivilDay.daysInMonth(year: year, month: month)).contains(day)
        else {
            throw HKError(
                .errorNoData,
                "The date of birth in the database is not a date. The person sets it with `health me set`, as 1980-01-31."
            )
        }
        return DateComponents(year: year, month: month, day: day)
    }
}
