// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

/// Stores with a few handwritten records.
enum MadeStore {
    /// Returns a record of an export.
    /// - Parameters:
    ///   - type: The identifier, or without its prefix, such as `StepCount`.
    ///   - from: The start date, such as `2024-03-10 08:00:00 +0100`.
    ///   - value: A number, or the name of a category value.
    ///   - unit: The unit of a number; `nil` for a category.
    static func record(
        _ type: String, _ value: String, _ unit: String?, from: String, to: String, source: String
    ) -> String {
        let prefix =
            type.contains("Identifier") ? "" : unit == nil ? "HKCategoryTypeIdentifier" : "HKQuantityTypeIdentifier"
        let unit = unit.map { #"unit="\#($0)" "# } ?? ""
        return #"<Record type="\#(prefix)\#(type)" sourceName="\#(source)" \#(unit)"#
            + #"startDate="\#(from)" endDate="\#(to)" value="\#(value)"/>"#
    }

    /// Returns a store with records, with Berlin as home time zone.
    /// - Parameter exported: The date of the export, such as `2024-03-10 08:00:00 +0100`; `nil` for an export without a date.
    static func make(_ records: [String], exported: String? = nil) throws -> Home {
        let home = try Home()
        try ImportCommandTests.document(records, exported: exported).write(
            to: home.file("made.xml"), atomically: true, encoding: .utf8)
        let result = try Tool.run(["import", home.path("made.xml"), "--timezone", "Europe/Berlin"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        return home
    }

    /// Returns a store with a day of steps of a watch, a phone and an app: 230 steps without duplicates.
    static func steps() throws -> Home {
        func steps(_ count: Int, _ from: String, _ to: String, _ source: String, day: String = "2024-03-10") -> String {
            record(
                "StepCount", "\(count)", "count", from: "2024-03-10 \(from) +0100", to: "\(day) \(to) +0100",
                source: source)
        }
        let (watch, phone, app) = ("Ana’s Apple\u{A0}Watch", "Ana’s iPhone", "Pedometer")
        return try make([
            steps(100, "08:00:00", "08:10:00", watch),
            // Half of this sample is covered by the watch.
            steps(60, "08:05:00", "08:15:00", phone),
            steps(200, "08:00:00", "08:10:00", app),
            // A duplicate.
            steps(50, "09:00:00", "09:10:00", phone),
            steps(50, "09:00:00", "09:10:00", phone),
            // Half of this sample belongs to the next day.
            steps(100, "23:55:00", "00:05:00", phone, day: "2024-03-11"),
        ])
    }
}
