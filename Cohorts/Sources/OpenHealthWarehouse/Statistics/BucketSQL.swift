// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The SQL of a query's buckets, which contain days or hours.
///
/// A bucket is identified by a number: its first day in the range of the query, or for hours that day multiplied by ``hoursADay``
/// plus the hour. Grouping and transferring numbers is faster than strings.
struct BucketSQL {
    let every: CohortQuery.Length?
    let from: CohortDay?
    let to: CohortDay?

    /// The distance between days in the numbers of hours, which is greater than the hours of the longest day.
    static let hoursADay = 64

    init(_ query: CohortQuery) {
        (every, from, to) = (query.every, query.from, query.to)
    }

    /// The number of the bucket of a day.
    var number: String {
        guard every != nil else { return "toInt32(\(from?.number ?? 0))" }
        // The week of 1970-01-01 begins before the first day.
        return "greatest(\(first("day")), \(from?.number ?? 0))"
    }

    /// The condition that a bucket begins with its day, and samples that overlap the start of the day also overlap the start of
    /// the bucket; nil if buckets have no beginning.
    var begins: String? {
        every == nil && from == nil ? nil : "toInt32(day) = bucket"
    }

    /// The condition that a bucket ends with its day.
    var ends: String {
        let atEnd = to.map { "toInt32(day) = \($0.number)" }
        guard every != nil else { return atEnd ?? "0" }
        let isLast = every == .day ? "1" : "\(first("day + 1")) != \(first("day"))"
        return atEnd.map { "\(isLast) OR \($0)" } ?? isLast
    }

    /// The conditions for the range.
    var conditions: [String] {
        var conditions: [String] = []
        if let from { conditions.append("day >= toDate('\(from)')") }
        if let to { conditions.append("day <= toDate('\(to)')") }
        return conditions
    }

    /// Returns the first day of the bucket of a day, without regard to the range.
    private func first(_ day: String) -> String {
        switch every {
        case .week: "toInt32(\(day)) - (toInt32(\(day)) + 3) % 7"
        case .month: "toInt32(toStartOfMonth(\(day)))"
        case .quarter: "toInt32(toStartOfQuarter(\(day)))"
        case .year: "toInt32(toStartOfYear(\(day)))"
        case .day, .hour, nil: "toInt32(\(day))"
        }
    }

    /// Returns the days and the hour of a bucket.
    /// - Throws: ``ServerFailure/unreadable(_:)`` if the number is invalid.
    func days(of number: Int) throws -> (first: CohortDay?, last: CohortDay?, hour: Int?) {
        guard let every else { return (from, to, nil) }
        if every == .hour {
            let day = try Self.day(number / Self.hoursADay)
            return (day, day, number % Self.hoursADay)
        }
        let first = try Self.day(number)
        let (year, month, _) = first.civil
        // The day before the first of a month; month 13 is January.
        func end(before month: Int) -> Int {
            CivilDay.number(year: month > 12 ? year + 1 : year, month: month > 12 ? 1 : month, day: 1) - 1
        }
        let last =
            switch every {
            case .week: number + 6 - (number + 3) % 7
            case .month: end(before: month + 1)
            case .quarter: end(before: (month - 1) / 3 * 3 + 4)
            case .year: end(before: 13)
            case .day, .hour: number
            }
        let end = CohortDay(clamping: last)
        return (first, to.map { min($0, end) } ?? end, nil)
    }

    private static func day(_ number: Int) throws -> CohortDay {
        guard let day = CohortDay(number: number) else { throw ServerFailure.unreadable("a number is not a day") }
        return day
    }
}
