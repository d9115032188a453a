// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@Suite struct JSONParserTests {
    private static let surrogates = #""\ud83e\udd63""#

    @Test(arguments: [
        ("0", "0"), ("-0", "-0"), ("-0.0e-0", "-0.0e-0"), ("1E+5", "1E+5"), (" [ ] ", "[]"), ("\t{\r\n}", "{}"),
        (#""\u00e9\/\b\f\t""#, "\"é/\\u0008\\u000c\\u0009\""), (surrogates, "\"🥣\""), ("\"\u{7f}é🥣\"", "\"\u{7f}é🥣\""),
        (#"{"a":1,"a":[true,false,null]}"#, #"{"a":1,"a":[true,false,null]}"#),
        ("\u{feff}1", "1"), ("\u{feff} [\"\u{feff}\"]", "[\"\u{feff}\"]"),
        (String(repeating: "9", count: 308), String(repeating: "9", count: 308)),
    ])
    func jsonIsRead(text: String, written: String) {
        #expect(JSONValue(text)?.text == written)
    }

    @Test(arguments: [
        "", " ", "01", "-", "+1", ".5", "5.", "1e", "1e+", "0x10", "NaN", "Infinity", "-inf", "1e999", "--1", "1 2",
        "tru",
        "nul", "True", "'a'", "\"", "\"a", "\"\n\"", "\"\t\"", "\"\u{0}\"", #""\x""#, #""\u12""#, #""\u12g4""#,
        #""\ud83e""#,
        #""\ud83ex""#, #""\ud83e\n""#, #""\ud83e\ud83e""#, #""\udd63""#, "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]",
        "{",
        "{a:1}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{1:1}"#, #"{"a":1]"#, "[1}", "/**/1", "1//", "1\u{feff}",
        "\u{feff}",
        "\u{feff}\u{feff}1", "\u{a0}1",
        String(repeating: "9", count: 400),
    ])
    func invalidJSONIsRefused(text: String) {
        #expect(JSONValue(text) == nil)
    }

    @Test(arguments: ["1e400", "[-1e400]", #"{"a":[0,1e999]}"#, String(repeating: "9", count: 400)])
    func `numbers outside the range of a double are read where they are allowed`(text: String) {
        let value = Self.read(text, .parts)
        #expect(value?.text == text)
        #expect(value?.fault == .largeNumber)
        #expect(Self.read(text, .texts) == nil)
        let plain = JSONValue(#"[1e308, {"a": "1e400", "b": null, "c": true}]"#)
        #expect(plain != nil && plain?.fault == nil)
    }

    @Test(arguments: [
        (#""a\ud83d""#, "a\u{FFFD}"), (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\udd63b""#, "\u{FFFD}b"),
        (#""\ud83e\ud83e\udd63""#, "\u{FFFD}🥣"), (#""\ud83e\u0041b""#, "\u{FFFD}Ab"),
        (#""\ud83e\ud83e""#, "\u{FFFD}\u{FFFD}"),
    ])
    func `an unpaired surrogate becomes a replacement character where it is allowed`(text: String, read: String) {
        for leniency in [JSONLeniency.texts, .parts] {
            #expect(Self.read(text, leniency)?.string == read)
            #expect(Self.read("{\(text): 1}", leniency)?[read]?.double == 1)
        }
    }

    @Test(arguments: [#""\ud8""#, #""\ud83e\ud8""#, #""\ud83e\x""#, #""\ud83e"#, "\"a\n\""])
    func `broken escapes and ends of texts are refused in any case`(text: String) {
        #expect(Self.read(text, .parts) == nil)
    }

    private static func read(_ text: String, _ leniency: JSONLeniency) -> JSONValue? {
        read(Array(text.utf8), leniency)
    }

    private static func read(_ bytes: [UInt8], _ leniency: JSONLeniency) -> JSONValue? {
        var hasTooMany = false
        return bytes.withUnsafeBufferPointer {
            JSONValue(utf8: $0, maximumValues: .max, leniency: leniency, hasTooMany: &hasTooMany)
        }
    }

    @Test func nestingHasALimit() {
        func nested(_ count: Int) -> String {
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        #expect(JSONValue(nested(160)) != nil)
        #expect(JSONValue(nested(161)) == nil)
        #expect(JSONValue(nested(1_000_000)) == nil)
        #expect(JSONValue(String(repeating: #"{"a":"#, count: 1_000_000)) == nil)
    }

    @Test(arguments: ["", "1", "{\"a\": [7]}", #""]}\",""#])
    func `a value that is nested too deep is a fault of its element where it is allowed`(inner: String) {
        // The list around it is the first level.
        let deep = String(repeating: "[", count: 160) + inner + String(repeating: "]", count: 160)
        let value = Self.read("[1, \(deep), {\"a\": 2}]", .parts)
        #expect(value?.array?.map(\.fault) == [nil, .nesting, nil])
        #expect(value?.array?.last?["a"]?.double == 2)
        #expect(Self.read("[1, \(deep)]", .texts) == nil)
        #expect(Self.read("[1, \(deep.dropLast())]", .parts) == nil)
        #expect(Self.read("[1, \(deep.dropLast(160))", .parts) == nil)
    }

    @Test(
        arguments: [
            [0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80],
        ] as [[UInt8]])
    func textIsUTF8(bytes: [UInt8]) throws {
        for prefix in ["\"", "\"\\n"] {
            let document = Array(prefix.utf8) + bytes + Array("\"".utf8)
            #expect(document.withUnsafeBufferPointer { JSONValue(utf8: $0) } == nil)
            let text = try #require(Self.read(document, .texts)?.string)
            #expect(text.contains("\u{FFFD}"))
            #expect(text.allSatisfy { $0 == "\u{FFFD}" || $0 == "\n" })
        }
    }

    @Test func everyTextIsReadBack() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let code = UInt32.random(in: 0...(Bool.random(using: &random) ? 0x80 : 0x10_ffff), using: &random)
                if let scalar = Unicode.Scalar(code) { text.unicodeScalars.append(scalar) }
            }
            let value = JSONValue.object([(text, .string(text))])
            let back = JSONValue(value.text)
            #expect(back == value)
            #expect(back?[text]?.string.map { Array($0.utf8) } == Array(text.utf8))
        }
    }
}
