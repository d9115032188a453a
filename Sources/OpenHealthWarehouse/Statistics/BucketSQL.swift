// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The rows that a question cuts days into, in SQL.
///
/// A row is identified by a number: the first day that it has in the question's range, or, for hours, that day times
/// ``hoursADay`` plus the hour. Numbers are faster to group by than texts, and cost less on the way between servers.
struct BucketSQL {
    let every: CohortQuestion.Length?
    let from: CohortDay?
    let to: CohortDay?

    /// By how much the days of hours lie apart; more than the hours of the longest day.
    static let hoursADay = 64

    init(_ question: CohortQuestion) {
        (every, from, to) = (question.every, question.from, question.to)
    }

    /// The number of the row that a day belongs to.
    var number: String {
        guard every != nil else { return "toInt32(\(from?.number ?? 0))" }
        // The week of 1970-01-01 began before there were days.
        return "greatest(\(first("day")), \(from?.number ?? 0))"
    }

    /// Whether a row begins with its day, so that what reaches into the day reaches into the row; nil where rows have no
    /// beginning.
    var begins: String? {
        every == nil && from == nil ? nil : "toInt32(day) = bucket"
    }

    /// Whether a row ends with its day.
    var ends: String {
        let atEnd = to.map { "toInt32(day) = \($0.number)" }
        guard every != nil else { return atEnd ?? "0" }
        let isLast = every == .day ? "1" : "\(first("day + 1")) != \(first("day"))"
        return atEnd.map { "\(isLast) OR \($0)" } ?? isLast
    }

    /// The conditions that leave out what is not in the range.
    var conditions: [String] {
        var conditions: [String] = []
        if let from { conditions.append("day >= toDate('\(from)')") }
        if let to { conditions.append("day <= toDate('\(to)')") }
        return conditions
    }

    /// The first day of the row that a day belongs to, as if the question had no range.
    private func first(_ day: String) -> String {
        switch every {
        case .week: "toInt32(\(day)) - (toInt32(\(day)) + 3) % 7"
        case .month: "toInt32(toStartOfMonth(\(day)))"
        case .quarter: "toInt32(toStartOfQuarter(\(day)))"
        case .year: "toInt32(toStartOfYear(\(day)))"
        case .day, .hour, nil: "toInt32(\(day))"
        }
    }

    /// The days and the hour that a row's number stands for.
    /// - Throws: ``ServerFailure/unreadable(_:)`` for a number that is none.
    func days(of number: Int) throws -> (first: CohortDay?, last: CohortDay?, hour: Int?) {
        guard let every else { return (from, to, nil) }
        if every == .hour {
            let day = try Self.day(number / Self.hoursADay)
            return (day, day, number % Self.hoursADay)
        }
        let first = try Self.day(number)
        let (year, month, _) = first.civil
        // The day before the first of a month; the 13th is January.
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
        guard let day = CohortDay(number: number) else { throw ServerFailure.unreadable("a number is no day") }
        return day
    }
}
