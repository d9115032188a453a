// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestBasics

/// A synthetic woman who participates in a study, with months of steps, heart rate, sleep, periods and symptoms, and the true
/// values of this data.
///
/// Each has a cycle of her own length, which varies by a few days, and symptoms that are more frequent on some days of the cycle:
/// cramps with the period, bloating and mood changes before it. One in ten has no periods. Most live in Europe, some in America
/// and Asia, so that their days begin at different times. Watch and phone count the same walks, and each counts some that the
/// other missed. The same number and seed produce the same person on every machine.
///
///     let participant = DemoParticipant(17, days: 90)
///     try participant.add(to: HealthDatabase(url: url))
///     let withHeadache = participant.days.filter { $0.symptoms.contains("HKCategoryTypeIdentifierHeadache") }
public struct DemoParticipant: Sendable {
    /// The true values of a day.
    public struct Day: Codable, Sendable, Equatable {
        /// The date in the person's time zone, such as `2025-02-04`.
        public var date: String
        /// The day of the cycle: 1 is the first day of a period. Nil before the first period in the data, and for women without
        /// periods.
        public var cycleDay: Int?
        /// The number of steps, each counted once.
        public var steps: Int
        /// The types of the symptoms that she recorded as present, sorted.
        public var symptoms: [String]
    }

    /// The number of the person in the study.
    public let number: Int
    /// The time zone of the person on every day.
    public let timeZone: TimeZone
    /// The date of birth, such as `1990-02-28`.
    public let dateOfBirth: String
    /// The days in order.
    public let days: [Day]

    let plan: DemoParticipantPlan

    /// Creates a description of a person without writing any data.
    /// - Parameters:
    ///   - number: The number of the person in the study; any number.
    ///   - seed: The seed, which determines the study.
    ///   - days: The number of days of data; at least 1.
    ///   - lastDay: The last day: year, month and day. The default is constant.
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

    /// Adds the data, time zone, sex and date of birth of the person to a store.
    ///
    /// Adding the data again has no effect.
    /// - Throws: A `StoreError`.
    @discardableResult
    public func add(to database: HealthDatabase) throws -> ImportReceipt {
        try database.ingest(
            DemoParticipantSource(plan: plan),
            options: .init(file: "participant \(number)", timeZone: timeZone))
    }
}
