// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthTestSupport
import Testing

@Suite struct APIDateTests {
    @Test(arguments: [
        ("2026-03-14T07:30:00Z", 795_166_200.0), ("2026-03-14T08:30:00+01:00", 795_166_200.0),
        ("2026-03-14T08:30:00+0100", 795_166_200.0), ("2026-03-14T04:00:00.000000-0330", 795_166_200.0),
        ("2000-12-31T23:59:59.75Z", -0.25), ("1970-01-01T00:00:00Z", -978_307_200), ("2001-01-01T00:00:00.5Z", 0.5),
    ])
    func textsOfDatesAreRead(text: String, seconds: Double) {
        #expect(APIDate.date(text)?.timeIntervalSinceReferenceDate == seconds)
    }

    @Test(arguments: [
        "", "2026-03-14", "2026-03-14T07:30:00", "2026-02-29T00:00:00Z", "2026-03-14T24:00:00Z",
        "2026-03-14T07:30:00.Z", "2026-03-14T07:30:00+01", "2026-03-14T07:30:00+01:0", "2026-03-14T07:30:00+010",
        "2026-03-14T07:30:00Zz", "2026-3-14T07:30:00Z", "0000-13-01T00:00:00Z",
    ])
    func otherTextsAreRefused(text: String) {
        #expect(APIDate.date(text) == nil)
    }

    @Test func everyDateReadsBackEqual() {
        var numbers = SeededGenerator(seed: 17)
        for scale in [1e-3, 1, 1e3, 1e6, 1e8, 1e9, 6e10] {
            for _ in 0..<3000 {
                let date = Date(timeIntervalSinceReferenceDate: Double.random(in: -scale...scale, using: &numbers))
                guard abs(date.timeIntervalSinceReferenceDate) > 1e-3 else { continue }
                let text = APIDate.text(date)
                guard date.timeIntervalSince1970 > -62_000_000_000 else { continue }
                #expect(APIDate.date(text) == date, "\(text)")
            }
        }
    }

    /// Programs can create a date from every bit pattern; no bit pattern crashes the process.
    @Test func everyNumberHasAText() {
        var numbers = SeededGenerator(seed: 18)
        let extremes = [
            -0x1p63, 0x1p63, -0x1p62, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
            .leastNonzeroMagnitude, -3e11, 3e11, -299_999_999_999.5, 299_999_999_999.5,
        ]
        let random = (0..<20_000).map { _ in Double(bitPattern: .random(in: .min ... .max, using: &numbers)) }
        for seconds in extremes + random {
            #expect(APIDate.text(Date(timeIntervalSinceReferenceDate: seconds)).hasSuffix("Z"), "\(seconds)")
        }
    }
}
