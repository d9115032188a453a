// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestSupport
import Testing

@testable import OpenHealthFormats

@Suite struct FHIRInstantTests {
    private func text(_ seconds: Double, _ zone: String? = nil) -> String {
        FHIRInstant.text(Date(timeIntervalSince1970: seconds), zone: zone.flatMap(TimeZone.init(identifier:)))
    }

    @Test func instantsAreWrittenWithTheirOffset() {
        #expect(text(0) == "1970-01-01T00:00:00Z")
        #expect(text(-0.25) == "1969-12-31T23:59:59.75Z")
        #expect(text(1_773_473_400, "Europe/Berlin") == "2026-03-14T08:30:00+01:00")
        #expect(text(1_773_473_400.125, "America/St_Johns") == "2026-03-14T05:00:00.125-02:30")
        #expect(text(1_773_473_400, "Asia/Kathmandu") == "2026-03-14T13:15:00+05:45")
    }

    @Test func datesOfReceiptHaveAtLeastMilliseconds() {
        let dates: [(Double, String)] = [
            (0, "1970-01-01T00:00:00.000Z"), (1_773_473_400.5, "2026-03-14T07:30:00.500Z"),
            (1_773_473_400.125, "2026-03-14T07:30:00.125Z"), (0.00025, "1970-01-01T00:00:00.00025Z"),
        ]
        for (seconds, text) in dates {
            #expect(FHIRInstant.milliseconds(Date(timeIntervalSince1970: seconds)) == text)
        }
    }

    @Test func unrepresentableInstantsAreRounded() {
        // Before standard time, Berlin was 53 minutes and 28 seconds ahead of UTC.
        #expect(text(-3_000_000_000, "Europe/Berlin").hasSuffix("Z"))
        #expect(FHIRInstant.text(.distantPast) == "0001-01-01T00:00:00Z")
        #expect(text(-1e12) == "0001-01-01T00:00:00Z")
        #expect(text(1e12) == "9999-12-31T23:59:59Z")
        #expect(text(.infinity) == "9999-12-31T23:59:59Z")
        #expect(text(253_402_300_799, "Asia/Tokyo") == "9999-12-31T23:59:59Z")
    }

    @Test func instantsAreExactToTheMicrosecond() throws {
        var random = SeededGenerator(seed: 9)
        let formatter = ISO8601DateFormatter()
        for _ in 0..<2000 {
            let seconds = Double(Int.random(in: -2_000_000_000...4_000_000_000, using: &random))
            #expect(text(seconds) == formatter.string(from: Date(timeIntervalSince1970: seconds)))
            let microseconds = Int.random(in: 1..<1_000_000, using: &random)
            let written = FHIRInstant.text(
                Date(timeIntervalSinceReferenceDate: seconds + Double(microseconds) / 1e6))
            let fraction = try #require(written.split(separator: ".").last?.dropLast())
            #expect(Int(fraction + String(repeating: "0", count: 6 - fraction.count)) == microseconds)
        }
    }
}
