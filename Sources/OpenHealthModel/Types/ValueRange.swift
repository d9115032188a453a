// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The plausible values of a quantity type, in the type's canonical unit.
///
/// HealthKit's API saves any value. Forms and `health add` reject impossible values and ask for confirmation of improbable
/// ones, to catch typing errors. The limits and their reasons are in `Data/ranges.csv`.
package struct ValueRange: Sendable {
    /// The plausibility of a value.
    package enum Verdict: Sendable {
        case usual
        case improbable
        case impossible
    }

    /// The identifier of the type.
    package let type: String
    /// The smallest possible value; `nil` if there is none.
    package let impossibleBelow: Double?
    /// The smallest usual value; `nil` if it equals the smallest possible value.
    package let improbableBelow: Double?
    /// The largest usual value; `nil` if it equals the largest possible value.
    package let improbableAbove: Double?
    /// The largest possible value; `nil` if there is none.
    package let impossibleAbove: Double?

    /// Returns the plausibility of a value. Limits have a tolerance of one billionth, since unit conversions round.
    package func verdict(_ value: Double) -> Verdict {
        func isBelow(_ limit: Double?) -> Bool { limit.map { value < $0 - $0.magnitude * 1e-9 } ?? false }
        func isAbove(_ limit: Double?) -> Bool { limit.map { value > $0 + $0.magnitude * 1e-9 } ?? false }
        if !value.isFinite || isBelow(impossibleBelow) || isAbove(impossibleAbove) { return .impossible }
        return isBelow(improbableBelow) || isAbove(improbableAbove) ? .improbable : .usual
    }

    /// Returns the remark on implausible values that are stored as written. It contains none of the values.
    /// - Parameters:
    ///   - isImpossible: Whether the values are impossible rather than improbable.
    ///   - first: The start of the first of them, in seconds since 1970.
    package static func remark(count: Int, isImpossible: Bool, first: Double) -> String {
        let verdict = isImpossible ? "not possible" : "unusual"
        let date = Date(timeIntervalSince1970: first).formatted(.iso8601)
        let many =
            count == 1 ? "a value is \(verdict), at \(date)" : "\(count) values are \(verdict), the first at \(date)"
        return many + "; kept as written"
    }
}

/// The ranges of all quantity types, and of the scores of vendors.
package enum ValueRanges {
    private static let byType = Dictionary(uniqueKeysWithValues: (table + scores).map { ($0.type, $0) })

    /// The ranges of scores of vendors, for which HealthKit has no types.
    private static let scores: [ValueRange] = {
        let percent = ["SleepScore", "StressLevel", "TrainingReadiness", "BodyBattery"].map { name in
            ValueRange(
                type: "OpenHealthKitQuantityTypeIdentifierGarmin" + name, impossibleBelow: 0, improbableBelow: nil,
                improbableAbove: nil, impossibleAbove: 100)
        }
        let load = ValueRange(
            type: "OpenHealthKitQuantityTypeIdentifierGarminAcuteTrainingLoad", impossibleBelow: 0,
            improbableBelow: nil, improbableAbove: nil, impossibleAbove: nil)
        return percent + [load]
    }()

    /// Returns the range of a type, or `nil` if the identifier is not that of a known quantity type or score.
    package static func range(of identifier: String) -> ValueRange? { byType[identifier] }
}

/// The plausible durations of nights.
package enum NightLength {
    /// The longest plausible night, in seconds: a day.
    private static let longest = 86_400.0

    /// Returns whether the duration of a night or of a reading of sleep is not plausible.
    /// - Parameter seconds: The duration, in seconds.
    package static func isImplausible(_ seconds: Double) -> Bool { seconds > longest }

    /// Returns whether a reading is sleep of an implausible duration.
    /// - Parameter value: The value of a category sample of sleep.
    package static func isImplausible(_ value: Double, from start: Double, to end: Double) -> Bool {
        guard isImplausible(end - start), end < Date.distantFuture.timeIntervalSince1970 else { return false }
        let others: [HKCategoryValueSleepAnalysis] = [.inBed, .awake]
        return !others.contains { Double($0.rawValue) == value }
    }

    /// Returns the remark on nights of implausible durations, which are stored as written.
    /// - Parameter first: The start of the first of them, in seconds since 1970.
    package static func remark(count: Int, first: Double) -> String {
        let date = Date(timeIntervalSince1970: first).formatted(.iso8601)
        let many =
            count == 1
            ? "a night lasts more than 24 hours, at \(date)"
            : "\(count) nights last more than 24 hours, the first at \(date)"
        return many + "; kept as written"
    }
}
