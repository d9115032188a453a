// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OpenHealthServer

@Suite struct FHIRTokenTests {
    private let coding = [(system: "http://loinc.org", code: "8867-4"), (system: "urn:x", code: "a,b|c")]

    private func matches(_ text: String) -> Bool { FHIRToken.tokens(text).contains { $0.matches(coding) } }

    @Test func tokensAreCodesAndSystems() {
        for text in [
            "8867-4", "http://loinc.org|8867-4", "http://loinc.org|", "x,8867-4", "urn:x|a\\,b\\|c", "a\\,b\\|c",
        ] {
            #expect(matches(text), "\(text)")
        }
        for text in ["", ",", "8867", "|8867-4", "urn:x|8867-4", "|", "http://loinc.org", "a,b", "urn:x|a\\,b", "\\"] {
            #expect(!matches(text), "\(text)")
        }
    }

    @Test func formsAreDecodedAndWritten() throws {
        let pairs = try FHIRForm.pairs("a=1+2&b&=c&d=%C3%A4%26&a=")
        #expect(pairs.map(\.name) == ["a", "b", "", "d", "a"])
        #expect(pairs.map(\.value) == ["1 2", "", "c", "ä&", ""])
        #expect(try FHIRForm.pairs(FHIRForm.text(pairs)).map(\.value) == pairs.map(\.value))
        for wrong in ["a=%", "a=%zz", "%ff=1", "a=%c3"] {
            #expect(throws: (any Error).self) { try FHIRForm.pairs(wrong) }
        }
    }
}
