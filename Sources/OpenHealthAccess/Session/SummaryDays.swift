// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The range of days outside of which no activity summary matches a predicate, as the names of days in the store.
///
/// Reading a summary takes much longer than comparing its day, and most requests are for few of the days of many years.
struct SummaryDays: Equatable {
    /// The first name; it is before all names if it is empty.
    var first: String
    /// The last name.
    var last: String

    /// A range that contains every day.
    static let all = SummaryDays(first: "", last: beyond)
    /// A range without days.
    private static let none = SummaryDays(first: beyond, last: "")
    /// A string that is after the name of every day.
    private static let beyond = "~"

    /// Creates a range of names.
    private init(first: String, last: String) {
        self.first = first
        self.last = last
    }

    /// Creates the range for a predicate. Not all days in it match.
    init(_ predicate: PredicateNode) {
        self =
            switch predicate {
            case .constant(false), .refused: .none
            case .and(let parts): parts.reduce(.all) { $0.intersection(SummaryDays($1)) }
            case .or(let parts): parts.reduce(.none) { $0.union(SummaryDays($1)) }
            case .compare(.day, let comparison, .day(let day)): Self(comparison, day)
            case .compare(.day, .between, .list(let bounds)):
                bounds.count == 2
                    ? SummaryDays(.compare(.day, .greaterThanOrEqualTo, bounds[0]))
                        .intersection(SummaryDays(.compare(.day, .lessThanOrEqualTo, bounds[1]))) : .all
            case .constant, .not, .interval, .compare, .related, .activity, .block: .all
            }
    }

    private init(_ comparison: PredicateOperator, _ day: DateComponents) {
        let (name, isWhole) = Self.name(day)
        let last = isWhole ? name : name + Self.beyond
        self =
            switch comparison {
            case .equalTo: Self(first: name, last: last)
            case .greaterThan, .greaterThanOrEqualTo: Self(first: name, last: Self.beyond)
            case .lessThan, .lessThanOrEqualTo: Self(first: "", last: last)
            default: .all
            }
    }

    /// Returns the name of a day, as far as it can be compared with the names of days in the order of the dates.
    private static func name(_ day: DateComponents) -> (name: String, isWhole: Bool) {
        let parts = day.predicateParts
        guard parts[0] == 1 else { return ("", false) }
        var name = ""
        for (part, count) in zip(parts.dropFirst(), [4, 2, 2]) {
            let digits = String(part)
            guard part >= 0, digits.count <= count else { return (name, false) }
            name += (name.isEmpty ? "" : "-") + String(repeating: "0", count: count - digits.count) + digits
        }
        return (name, true)
    }

    private func intersection(_ other: SummaryDays) -> SummaryDays {
        SummaryDays(first: max(first, other.first), last: min(last, other.last))
    }

    private func union(_ other: SummaryDays) -> SummaryDays {
        SummaryDays(first: min(first, other.first), last: max(last, other.last))
    }
}
