// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthServer

@Suite struct FHIRDateFilterTests {
    private func filter(_ text: String) throws -> FHIRDateFilter { try FHIRDateFilter(text, parameter: "date") }

    private func range(_ text: String) throws -> (Double, Double) {
        let filter = try filter(text)
        return (filter.start.timeIntervalSince1970, filter.end.timeIntervalSince1970)
    }

    @Test func aDateIsARangeOfItsPrecision() throws {
        #expect(try range("1970") == (0, 365 * 86_400))
        #expect(try range("1970-12") == (334 * 86_400, 365 * 86_400))
        #expect(try range("1972-02") == (761 * 86_400, 790 * 86_400))
        #expect(try range("1970-01-02") == (86_400, 172_800))
        #expect(try range("1970-01-02T01:00") == (90_000, 90_060))
        #expect(try range("1970-01-02T01:00Z") == (90_000, 90_060))
        #expect(try range("1970-01-02T01:00:01+01:00") == (86_401, 86_402))
        #expect(try range("1970-01-02T01:00:01 01:00") == (86_401, 86_402))
        let fraction = try range("1970-01-01T00:00:01.5-00:30")
        #expect(abs(fraction.0 - 1801.45) < 1e-6 && abs(fraction.1 - 1801.55) < 1e-6)
    }

    @Test(arguments: [
        "", "ge", "70", "1970-1", "1970-01-1", "1970-01-01T", "1970-01-01T1", "1970-01-01T10:00:00.",
        "1970-01-01T10:00:00.1234567890123", "1970-01-01T10:00+1", "0000", "x1970", "1970-01-01Z", "١٩٧٠", "+970",
        "1970-01-01T10:00:00Zz", "1970 01",
    ]) func invalidDatesAreRefused(text: String) {
        #expect(throws: Problem.self) { try filter(text) }
    }

    @Test(arguments: ["1970-13", "1970-02-29", "1970-04-31", "1970-01-01T24:00", "1970-01-01T10:60"])
    func nonexistentDaysAreNamed(text: String) {
        #expect { try filter(text) } throws: { ($0 as? Problem)?.kind == .invalidArgument }
    }

    /// Compares the filters with FHIR's definitions of prefixes, for a day of one unit and samples that start and end at any
    /// third of a unit.
    @Test func prefixesFollowFHIR() throws {
        let now = Date(timeIntervalSince1970: 0)
        let (low, high) = (10 * 86_400.0, 11 * 86_400.0)
        for step in 0..<12 {
            for length in 0..<8 {
                let start = low - 86_400 + Double(step) * 28_800
                let end = start + Double(length) * 28_800
                let sample = HKQuantitySample(
                    type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 1),
                    start: Date(timeIntervalSince1970: start), end: Date(timeIntervalSince1970: end))
                let isInside = start >= low && end < high
                let expected: [String: Bool] = [
                    "eq": isInside, "": isInside, "ne": !isInside, "gt": end >= high, "lt": start < low,
                    "ge": end >= high || isInside, "le": start < low || isInside, "sa": start >= high,
                    "eb": end < low, "ap": start < high + 86_400 && end >= low - 86_400,
                ]
                for (prefix, isExpected) in expected {
                    let predicate = try filter(prefix + "1970-01-11").predicate(now: now)
                    #expect(predicate.matches(sample) == isExpected, "\(prefix) \(step) \(length)")
                }
            }
        }
    }
}
