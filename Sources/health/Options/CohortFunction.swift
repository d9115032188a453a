// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthWarehouse

/// The statistics functions of a cohort.
enum CohortFunction {
    /// The accepted names, for help and errors.
    static let names = "sum, average, min, max, count, duration or reported"

    /// Parses a name.
    /// - Throws: A ``ToolError`` if the name is unknown.
    static func parse(_ text: String) throws -> CohortQuestion.Function {
        switch text.lowercased() {
        case "min": return .minimum
        case "max": return .maximum
        case let name:
            if let function = CohortQuestion.Function(rawValue: name) { return function }
            throw ToolError(
                .badArgument, "\(text.debugDescription) is not a statistic for --function",
                remedy: "give one of \(names)")
        }
    }
}

/// The lengths of a cohort's rows.
enum CohortLength {
    /// The accepted forms, for help and errors.
    static let forms = "hour, day, week, month, quarter or year"

    /// Parses a length.
    /// - Throws: A ``ToolError`` if the length is invalid or supported only for one person's statistics, such as 15 minutes.
    static func parse(_ text: String) throws -> CohortQuestion.Length {
        let length = try BucketLength.parse(text)
        if length.count == 1, let every = CohortQuestion.Length(length.unit) { return every }
        throw ToolError(
            .badArgument, "a cohort has no rows of \(text.debugDescription)", remedy: "give --every \(forms)")
    }
}

extension CohortQuestion.Length {
    fileprivate init?(_ unit: BucketLength.Unit) {
        switch unit {
        case .minute: return nil
        case .hour: self = .hour
        case .day: self = .day
        case .week: self = .week
        case .month: self = .month
        case .quarter: self = .quarter
        case .year: self = .year
        }
    }
}
