// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health cohort: help")
struct CohortHelpTests {
    private static let commands = [
        "init", "config", "demo", "push", "statistics", "symptoms", "participants", "withdraw",
    ]

    /// The program that `health cohort` runs.
    private static var program: String {
        URL(fileURLWithPath: Tool.path).deletingLastPathComponent().appendingPathComponent("health-cohort").path
    }

    @Test("the help of every command has an example", arguments: [[]] + commands.map { [$0] })
    func examples(_ command: [String]) throws {
        let home = try Home()
        for arguments in [
            ["cohort"] + command + ["--help"], ["help", "cohort"] + command, ["cohort", "help"] + command,
        ] {
            let result = try Tool.run(arguments, in: home)
            #expect(result.status == 0, "\(arguments)")
            #expect(result.errors.isEmpty)
            let examples = result.output.components(separatedBy: "Examples:\n").dropFirst().first ?? ""
            let lines = examples.split(separator: "\n").prefix { $0.hasPrefix("  ") }
            let example = (["health", "cohort"] + command).joined(separator: " ") + " "
            #expect(lines.contains { "\($0) ".contains(example) }, "\(result.output)")
        }
    }

    @Test("the general help names every command")
    func general() throws {
        let home = try Home()
        for arguments in [["cohort"], ["cohort", "--help"], ["cohort", "help"]] {
            let result = try Tool.run(arguments, in: home)
            #expect(result.status == 0)
            for command in Self.commands { #expect(result.output.contains("\n  \(command) ")) }
        }
    }

    @Test("the program alone has the same version, help and completions")
    func alone() throws {
        let home = try Home()
        func both(_ arguments: String...) throws -> (alone: Tool.Result, command: Tool.Result) {
            (
                try Running(Self.program, arguments, in: home).end(),
                try Tool.run(["cohort"] + arguments, in: home)
            )
        }
        let version = try Tool.run(["--version"], in: home)
        #expect(try both("--version").alone.output == version.output)
        let help = try both("push", "--help")
        #expect(help.alone.status == 0)
        #expect(help.alone.output == help.command.output)
        for shell in ["bash", "zsh", "fish"] {
            let script = try both("--generate-completion-script", shell)
            #expect(script.alone.status == 0)
            #expect(script.alone.output.contains("withdraw"))
            #expect(script.alone.output == script.command.output)
        }
    }

    @Test("an unknown command is named with the nearest one")
    func unknown() throws {
        let result = try Tool.run(["cohort", "particpants"], in: try Home())
        #expect(result.status == 2)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.hasPrefix("health: "))
        #expect(result.errors.contains("`health cohort participants`"), "\(result.errors)")
        let option = try Tool.run(["cohort", "participants", "--nonsense"], in: try Home())
        #expect(option.status == 2)
        #expect(option.errors.contains("see `health cohort participants --help`"), "\(option.errors)")
    }
}
