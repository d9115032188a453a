// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthModel
import Testing

/// Tests of formats of objects, from which schemas, encoders and decoders are derived.
@Suite struct JSONFormatTests {
    private struct Part: JSONRepresentable, Equatable {
        var name: String
        var note: String?
        var count: Int
        var hidden: String?

        static let format = JSONFormat<Part>.object(
            named: "Part", about: "A part.", .required("name", \.name, .string), .optional("note", \.note, .string),
            .optional("count", \.count, .integer(0...9), default: 1), .nullable("hidden", \.hidden, .string)
        ) { Part(name: $0, note: $1, count: $2, hidden: $3) }
    }

    private func problem(_ text: String) throws -> Problem {
        let json = JSONReader(try #require(JSONValue(text)))
        return try #require(throws: Problem.self) { try Part(json) }
    }

    @Test func valuesReadBackAsTheyWereWritten() throws {
        for part in [
            Part(name: "a", count: 1), Part(name: "", note: "b", count: 0, hidden: "c"),
            Part(name: "\u{1F9E1}", note: "\"", count: 9),
        ] {
            #expect(try Part(JSONReader(try #require(JSONValue(part.json.text)))) == part)
        }
    }

    @Test func absentValuesAndDefaultsAreOmittedAndNullsAreWritten() {
        #expect(Part(name: "a", count: 1).json.text == #"{"name":"a","hidden":null}"#)
        #expect(
            Part(name: "a", note: "b", count: 2, hidden: "c").json.text
                == #"{"name":"a","note":"b","count":2,"hidden":"c"}"#)
    }

    /// A length counts Unicode scalars, as in JSON Schema.
    @Test func stringsOutsideTheirLengthAreInvalid() throws {
        let format = JSONFormat<String>.string(length: 1...3)
        for text in ["a", "abc", "\u{1F469}\u{200D}\u{1F9B0}"] {
            #expect(try format.decode(JSONReader(.string(text), pointer: "/code")) == text)
        }
        for text in ["", "abcd", "\u{1F469}\u{200D}\u{1F9B0}a"] {
            let problem = try #require(throws: Problem.self) {
                try format.decode(JSONReader(.string(text), pointer: "/code"))
            }
            #expect(problem.faults.map(\.pointer) == ["/code"])
            #expect(problem.faults.first?.detail == "Expected 1 to 3 characters.")
        }
    }

    @Test func problemsNameTheirPath() throws {
        #expect(try problem("{}").faults.map(\.pointer) == ["/name"])
        #expect(try problem(#"{"name":1}"#).faults.map(\.pointer) == ["/name"])
        #expect(try problem(#"{"name":"a","other":1}"#).faults.map(\.pointer) == ["/other"])
        #expect(try problem(#"{"name":"a","name":"b"}"#).faults.map(\.pointer) == ["/name"])
        #expect(try problem(#"{"name":"a","note":["b"]}"#).faults.map(\.pointer) == ["/note"])
        #expect(try problem("[]").kind == .invalidRequest)
    }

    @Test func theSchemaHasTheFields() {
        #expect(
            Part.format.schema.json.text
                == #"{"type":"object","properties":{"name":{"type":"string"},"#
                + #""hidden":{"anyOf":[{"type":"string"},{"type":"null"}]},"note":{"type":["string","null"]},"#
                + #""count":{"type":["integer","null"],"minimum":0,"maximum":9}},"required":["name","hidden"],"#
                + #""additionalProperties":false,"description":"A part."}"#)
        #expect(Part.format.reference.json.text == ##"{"$ref":"#/components/schemas/Part"}"##)
    }

    @Test func valuesOutsideJSONAreRefused() {
        let never = JSONFormat<Int>(.any) {
            $0 > 0 ? .integer($0) : nil
        } decode: { (json) throws(Problem) in
            try json.integer()
        }
        #expect(JSONFormat.array(of: never).encode([1, 0]) == nil)
        #expect(JSONFormat.only("n", never).encode(0) == nil)
        #expect(JSONFormat.array(of: never).encode([1, 2])?.text == "[1,2]")
    }

    @Test func listsHaveAMaximumLength() throws {
        let list = JSONReader(.array([.integer(1), .integer(2), .integer(3)]))
        #expect(try JSONFormat.array(of: .integer(), most: 3).decode(list) == [1, 2, 3])
        #expect(throws: Problem.self) { try JSONFormat.array(of: .integer(), most: 2).decode(list) }
    }

    @Test func pathsAreFilledInAndEncoded() {
        let route = APIRoute("show", .get, "/v1/things/{name}/parts/{id}", for: .app, "A part.", responses: [])
        #expect(route.path(["name": "a b/ü", "id": "1"]) == "/v1/things/a%20b%2F%C3%BC/parts/1")
    }
}
