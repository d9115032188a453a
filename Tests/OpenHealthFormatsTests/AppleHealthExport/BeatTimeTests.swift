// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

@Suite struct BeatTimeTests {
    private func read(_ text: String) -> Int32 {
        let bytes = Array(text.utf8) + [0]
        return bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return -1 }
            return BeatTime.centiseconds(ByteSlice(start: base, count: buffer.count - 1))
        }
    }

    /// The times 12:21:00.30 and 3:10:00.85 as written by iPhones in many languages.
    @Test func timesOfManyLanguagesAreRead() {
        let noon: Int32 = ((12 * 60 + 21) * 60) * 100 + 30
        for text in [
            "12:21:00,30", "12:21:00.30", "12:21:00,3", "12.21.00,30", "12:21:00.304", "12:21:00.30 PM",
            "12:21:00,30\u{202F}p.\u{A0}m.", "下午12:21:00.30", "午後12:21:00.30", "오후 12:21:00.30", "12:21:00,30 ч.",
            "12 h 21 min 00,30 s", "12:21:00.30 μ.μ.", "١٢:٢١:٠٠٫٣٠ م", "\u{200F}12:21:00.30", "12:21:00,30 odp.",
            "12:21:00&#46;30", "12:21:00,30 em",
        ] {
            #expect(read(text) == noon, "\(text)")
        }
        let night: Int32 = ((3 * 60 + 10) * 60) * 100 + 85
        for text in [
            "3:10:00.85 AM", "3:10:00.85\u{202F}AM", "03:10:00,85", "3:10:00,85 a. m.", "上午3:10:00.85", "오전 3:10:00.85",
            "3:10:00.85 am", "3:10:00,85 π.μ.", "٣:١٠:٠٠٫٨٥ ص", "3:10:00.85 SA", "3.10.00,85 ap.",
        ] {
            #expect(read(text) == night, "\(text)")
            #expect(read(text) < noon)
        }
        #expect(read("12:00:00.00 AM") == 0)
        #expect(read("12:00:00.00 PM") == 4_320_000)
        #expect(read("11:59:59.99 PM") == 8_639_999)
        #expect(read("23:59:59,99") == 8_639_999)
        #expect(read("00:00:00") == 0)
    }

    @Test(arguments: [
        "", "soon", "12", "12:21", "24:00:00.00", "12:60:00.00", "12:00:60.00", "13:00:00.00 PM", "0:00:00.00 AM",
        "123:00:00", "12:21:00,30,40", "1:2:3:4:5", "-12:21:00.30:", "12:21:00;30", ":::", "12::00.30",
        "99999999999999999999:00:00",
    ])
    func otherTextsAreNotTimes(text: String) {
        #expect(read(text) == -1)
    }

    /// The fast parser and the slow one agree on every second of the day.
    @Test func bothParsersAgree() {
        for second in stride(from: 0, to: 86_400, by: 7) {
            let text = String(format: "%02d:%02d:%02d.%02d", second / 3600, second / 60 % 60, second % 60, second % 100)
            #expect(read(text) == Int32(second * 100 + second % 100))
            #expect(BeatTime.centiseconds(text) == read(text))
            let hour = second / 3600
            for space in [" ", "\u{202F}"] {
                let halved = "\((hour + 11) % 12 + 1)\(text.dropFirst(2))\(space)\(hour < 12 ? "AM" : "PM")"
                #expect(read(halved) == read(text))
                #expect(BeatTime.centiseconds(halved) == read(text))
            }
        }
    }
}
