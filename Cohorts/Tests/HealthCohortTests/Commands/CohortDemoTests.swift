// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthTestSupport
import ProcessTestSupport
import Testing

@Suite("health cohort demo")
struct CohortDemoTests {
    private static func demo(_ folder: String, in home: Home, _ options: String...) throws -> Tool.Result {
        try Tool.run(["cohort", "demo", home.path(folder)] + options, in: home)
    }

    @Test("every participant has a store, and daily steps equal truth.json")
    func truth() throws {
        let home = try Home()
        let made = try Self.demo("people", in: home, "--participants", "3", "--days", "5")
        try #require(made.status == 0, "\(made.errors)")
        let names = ["p001", "p002", "p003"]
        let files = try FileManager.default.contentsOfDirectory(atPath: home.path("people")).sorted()
        #expect(files == names.map { "\($0).db" } + ["truth.json"])
        let people = try Parsed.decoded(
            [CohortStudy.Person].self, String(contentsOf: home.file("people/truth.json"), encoding: .utf8))
        try #require(people.map(\.participant) == names)
        var samples = 0
        for person in people {
            let store = ["--store", home.path("people/\(person.participant).db"), "--format", "json"]
            let days = try Parsed.array(
                Tool.run(["statistics", "stepCount", "--every", "day"] + store, in: home).output)
            #expect(person.days.count == 5)
            #expect(days.map { String(($0["start"] as? String ?? "").prefix(10)) } == person.days.map(\.date))
            #expect(days.map { $0["sum"] as? Double } == person.days.map { Double($0.steps) })
            samples += try Parsed.array(Tool.run(["types"] + store, in: home).output).reduce(0) {
                $0 + ($1["count"] as? Int ?? 0)
            }
        }
        let number = made.output.split(separator: " ").dropLast().last { $0.first?.isNumber == true }
        #expect(made.output.contains("p001.db to p003.db"))
        #expect(number.flatMap { Int($0.replacing(",", with: "")) } == samples, "\(made.output)")
    }

    @Test("the same seed gives the same participants, another seed others")
    func seeds() throws {
        let home = try Home()
        let truths = try [("one", "7"), ("same", "7"), ("other", "8")].map { folder, seed in
            let made = try Self.demo(folder, in: home, "--participants", "2", "--days", "3", "--seed", seed)
            #expect(made.status == 0, "\(made.errors)")
            return try Data(contentsOf: home.file("\(folder)/truth.json"))
        }
        #expect(truths[0] == truths[1])
        #expect(truths[0] != truths[2])
    }

    @Test("the report follows its schema")
    func schema() throws {
        let made = try Self.demo(
            "study", in: try Home(), "--participants", "1", "--days", "30", "--format", "json")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try JSONSchema(named: "cohort-demo").faults(made.output) == [])
    }

    @Test("an existing folder is not changed")
    func existing() throws {
        let home = try Home()
        try FileManager.default.createDirectory(at: home.file("people"), withIntermediateDirectories: false)
        let result = try Self.demo("people", in: home, "--participants", "1", "--days", "1")
        #expect(result.status == 1)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(home.path("people")), "\(result.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path("people")).isEmpty)
    }

    @Test(
        "numbers out of range are refused before anything is created",
        arguments: [
            ("--participants", "0"), ("--participants", "10001"), ("--days", "0"), ("--days", "3651"), ("--seed", "-1"),
        ])
    func refused(option: String, value: String) throws {
        let home = try Home()
        let result = try Self.demo("people", in: home, option, value)
        #expect(result.status == 2)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(option), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: home.path("people")))
    }
}
