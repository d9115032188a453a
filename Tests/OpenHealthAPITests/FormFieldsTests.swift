// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import Testing

/// Tests of the fields of forms on pages.
@Suite struct FormFieldsTests {
    private func fields(_ text: String) throws -> [String] {
        try FormFields(text.utf8).fields.map { "\($0.name):\($0.value)" }
    }

    @Test func `names and values are unescaped`() throws {
        #expect(
            try fields("a=1&b=c+d%2Be&%C3%A9=%E2%82%AC&flag&=x&y==") == ["a:1", "b:c d+e", "é:€", "flag:", ":x", "y:="])
        #expect(try fields("") == [])
        #expect(try fields("&&a=1&&") == ["a:1"])
        let form = try FormFields("read=a&read=b&other=c".utf8)
        #expect(form["read"] == "a" && form["none"] == nil)
        #expect(form.values("read") == ["a", "b"])
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%ff", "%C3=1", "a=%C3%28", "a=%ED%A0%80"])
    func `invalid forms are refused`(
        text: String
    ) {
        #expect(throws: Problem.self) { try FormFields(text.utf8) }
    }

    @Test func `a form has a limited number of fields`() throws {
        #expect(try FormFields(String(repeating: "a&", count: 10_000).utf8).fields.count == 10_000)
        #expect(throws: Problem.self) { try FormFields(String(repeating: "a&", count: 10_001).utf8) }
    }
}
