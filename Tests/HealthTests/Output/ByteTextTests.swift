// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite("Text as bytes")
struct ByteTextTests {
    private func text(_ body: (inout ByteText) -> Void) -> String {
        var bytes = ByteText()
        body(&bytes)
        return String(decoding: bytes.bytes, as: UTF8.self)
    }

    @Test("numbers equal their string forms")
    func numbers() {
        var generator = SeededGenerator(seed: 18)
        var numbers: [Double] = [0, -0.0, 1, -1, 0.1, 9e15, -9e15, 8_999_999_999_999_999, 1e16, 1e300, .nan]
        numbers += [.infinity, -.infinity, -Double.leastNonzeroMagnitude]
        for _ in 0..<2000 {
            numbers.append(generator.number(-1e4, 1e4))
            numbers.append(generator.number(-1e4, 1e4).rounded())
            numbers.append(Double(bitPattern: generator.next()))
        }
        for number in numbers {
            let found = text { bytes in bytes.add(number) }
            #expect(found == NumberText.exact(number))
        }
        for count in [0, 7, -7, 10, 1_000_000, Int.max, Int.min] {
            let found = text { bytes in bytes.add(count) }
            #expect(found == "\(count)")
        }
    }

    @Test("instants equal their string forms, also several in one text")
    func instants() {
        var generator = SeededGenerator(seed: 19)
        var seconds: [Double] = [0, -1, -0.5, 0.999_999_9, 86_399.999_999_9, 1e12, -1e12, 951_782_400, 1.7e9 + 0.25]
        for _ in 0..<2000 {
            seconds.append(generator.number(-7e10, 7e10))
            seconds.append(generator.number(1.7e9, 1.7e9 + 200_000).rounded())
        }
        let dates = seconds.map(Date.init(timeIntervalSince1970:))
        let expected = dates.map { InstantText.utc($0) + ";" }.joined()
        let found = text { bytes in
            for date in dates {
                bytes.add(date)
                bytes.add(";" as Unicode.Scalar)
            }
        }
        #expect(found == expected)
    }

    @Test("cells equal their fields and values")
    func cells() {
        let texts = ["", "a", "a,b", "\"", "a\"b\nc", "\r\n", "\u{1}\\\t", "ü€😀", "x\"\"y", "=1,2", "@x"]
        var cells: [Cell] = texts.map { .text($0) }
        cells += [.none, .number(1.5), .number(.nan), .count(-3), .instant(Date(timeIntervalSince1970: 0.5))]
        cells += [
            .uuid(UUID()), .shared(SharedJSON(.object([("k", .string("a,\"b")), ("n", .number(2))]))),
            .list(["a", "b\"c"]), .json(.object([("k", .number(2))])), .instant(Date(timeIntervalSince1970: 1e15)),
        ]
        for cell in cells {
            for raw in [false, true] {
                let field = text { bytes in cell.writeField(to: &bytes, raw: raw) }
                #expect(field + "\n" == CSVText.line([cell.field], raw: raw))
            }
            let value = text { bytes in cell.writeJSON(to: &bytes) }
            #expect(value == cell.json.text)
        }
    }

    @Test("a formula after a semicolon in JSON is written as a number, unless the field is raw")
    func formulasInJSON() {
        let value = JSONValue.object([("k", .string("a;=1"))])
        for cell in [Cell.json(value), .shared(SharedJSON(value))] {
            #expect(text { cell.writeField(to: &$0, raw: false) } == #""{""k"":""a;\u003d1""}""#)
            #expect(text { cell.writeField(to: &$0, raw: true) } == #""{""k"":""a;=1""}""#)
            #expect(text { cell.writeJSON(to: &$0) } == #"{"k":"a;=1"}"#)
        }
    }

    @Test("the JSON of equal keys is encoded once, and that of others separately")
    func recentJSON() {
        var made = 0
        let recent = RecentJSON<Int> { key in
            made += 1
            return .integer(key)
        }
        for round in 0..<3 {
            for key in 0..<8 { #expect(recent.cell(key).json.text == "\(key)", "round \(round)") }
        }
        #expect(made == 8)
        for key in 0..<100 { #expect(recent.cell(key).json.text == "\(key)") }
    }
}
