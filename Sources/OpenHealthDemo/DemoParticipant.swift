// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// A made-up woman who takes part in a study: months of steps, heart rate, sleep, periods and symptoms, and what is true of them.
///
/// Each has a cycle of her own length, which varies by a few days, and symptoms that come more often on some days of the cycle:
/// cramps with the period, bloating and moods before it. One in ten has no periods. Most live in Europe, some in America and
/// Asia, so that their days begin at different moments. Watch and phone count the same walks, each some that the other
/// missed. The same number and seed give the same person on every machine.
///
///     let participant = DemoParticipant(17, days: 90)
///     try participant.add(to: HealthDatabase(url: url))
///     let withHeadache = participant.days.filter { $0.symptoms.contains("HKCategoryTypeIdentifierHeadache") }
public struct DemoParticipant: Sendable {
    /// The true values of a day.
    public struct Day: Codable, Sendable, Equatable {
        /// The date in the person's zone, such as `2025-02-04`.
        public var date: String
        /// The day of the cycle: 1 is the day that a period begins. Nil before the first beginning that the data holds, and
        /// for women without periods.
        public var cycleDay: Int?
        /// Steps, each counted once.
        public var steps: Int
        /// The types of the symptoms that she noted as present, sorted.
        public var symptoms: [String]
    }

    /// Which person of the study.
    public let number: Int
    /// Where she is on every day.
    public let timeZone: TimeZone
    /// When she was born, such as `1990-02-28`.
    public let dateOfBirth: String
    /// The days, the first one first.
    public let days: [Day]

    let plan: DemoParticipantPlan

    /// Describes a person; nothing is written yet.
    /// - Parameters:
    ///   - number: which person of the study; any number.
    ///   - seed: another one is another study.
    ///   - days: how many days of data she has; at least 1.
    ///   - lastDay: the last one: year, month and day. Always the same unless it is set.
    public init(
        _ number: Int, seed: UInt64 = 1, days: Int = 120,
        lastDay: DateComponents = DateComponents(year: 2025, month: 4, day: 10)
    ) {
        self.number = number
        plan = DemoParticipantPlan(number: number, seed: seed, days: max(1, days), lastDay: lastDay)
        timeZone = plan.timeZone
        dateOfBirth = plan.dateOfBirth
        self.days = (0..<plan.calendar.count).map(plan.truth)
    }

    /// Puts her data into a store, and her zone, sex and date of birth.
    ///
    /// Adding it again adds nothing.
    /// - Throws: a `StoreError`.
    @discardableResult
    public func add(to database: HealthDatabase) throws -> ImportReceipt {
        try database.ingest(
            DemoParticipantSource(plan: plan),
            options: .init(file: "participant \(number)", timeZone: timeZone))
    }
}
