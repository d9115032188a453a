// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthModel
import Testing

@testable import HealthBridge

@Suite("Requests of the health bridge") struct WireTests {
    @Test("JSON keeps the difference between integers and other numbers, and escapes strings")
    func json() {
        let value = WireValue.object([
            ("a", .integer(1)), ("b", .double(1)), ("c", .double(0.1)), ("d", .bool(true)),
            ("e\"", .array([.string("\u{0}\n\\é🧡"), .double(.infinity)])),
        ])
        let expected = #"{"a":1,"b":1.0,"c":0.1,"d":true,"e\"":["\u0000\u000a\\é🧡",null]}"#
        #expect(String(decoding: value.data, as: UTF8.self) == expected)
        #expect(JSONValue(expected) != nil)
    }

    @Test("Dates are exact, also before 1970, in leap years and at the turn of years")
    func dates() {
        let cases: [(Double, String)] = [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_164_799, "2024-02-28T23:59:59Z"), (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"), (-2_208_988_800, "1900-01-01T00:00:00Z"),
            (978_307_200.5, "2001-01-01T00:00:00.5Z"), (978_307_199.75, "2000-12-31T23:59:59.75Z"),
        ]
        for (seconds, text) in cases { #expect(WireDate.text(Date(timeIntervalSince1970: seconds)) == text) }
        #expect(WireDate.text(.distantFuture).hasSuffix("Z"))
        #expect(WireDate.text(Date(timeIntervalSinceReferenceDate: .infinity)) == "9999-12-31T23:59:59Z")
    }

    @Test("Every type of quantities is sent in the unit in which the server stores it")
    func units() throws {
        for type in HealthTypes.all where type.kind == .quantity && type.identifier.hasPrefix("HK") {
            let unit = try #require(type.canonicalUnit)
            let sent = try #require(
                WireUnits.unit(for: HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier))))
            #expect(sent == HKUnit(from: unit), "\(type.identifier)")
        }
    }
}
