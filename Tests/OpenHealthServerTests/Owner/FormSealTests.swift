// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the seal of forms that are shown without a session: forged seals are refused without other effects.
@Suite(.timeLimit(.usual)) struct FormSealTests {
    private static let date = Date(timeIntervalSince1970: 1_800_000_000)

    static let hostile = [
        "-9223372036854775808.x", "9223372036854775807.x", "-9223372036854775808", "9223372036854775808.x", ".", "..",
        "1", "1.", ".x", "+1800000000.x", "-0.x", "1800000000.x", "1800000000.", "1e3.x", "", " ", "\u{0}.\u{0}",
        String(repeating: "9", count: 100_000) + ".x", "1800000000." + String(repeating: "A", count: 100_000),
    ]

    @Test(arguments: hostile) func invalidSealsAreRefused(text: String) {
        #expect(!FormSeal().isValid(text, at: Self.date))
    }

    @Test func aSealIsValidForAnHour() {
        let seal = FormSeal()
        let text = seal.text(at: Self.date)
        for (seconds, isValid) in [(0.0, true), (3600, true), (3601, false), (-1, false)] {
            #expect(seal.isValid(text, at: Self.date + seconds) == isValid, "\(seconds)")
        }
        #expect(!FormSeal().isValid(text, at: Self.date))
        #expect(!seal.isValid(text + "A", at: Self.date) && !seal.isValid(text + ".A", at: Self.date))
    }

    /// A code of the daemon is only valid for its own time.
    @Test func theCodeBelongsToItsTime() throws {
        let seal = FormSeal()
        let code = try #require(seal.text(at: Self.date).split(separator: ".").last)
        for time in ["1800000001", "-9223372036854775808", "01800000000", "+1800000000"] {
            #expect(!seal.isValid("\(time).\(code)", at: Self.date), "\(time)")
        }
    }

    @Test func noFormStopsTheServer() async throws {
        try await OwnedDaemon.with { daemon in
            for path in ["/owner/login", "/owner/setup"] {
                for text in Self.hostile {
                    let response = try await daemon.send("POST", path, form: [("csrf", text), ("passphrase", "x")])
                    #expect(response.status == 403, "\(path): \(text.prefix(40))")
                }
            }
            #expect(try await daemon.send("GET", "/healthz").status == 200)
        }
    }
}
