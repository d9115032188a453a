// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("Help")
struct HelpTests {
    private static let commands = [
        ["import"], ["types"], ["samples"], ["statistics"], ["explain"], ["summary"], ["insights"], ["workouts"],
        ["ecgs"],
        ["routes"], ["summaries"], ["ingest"], ["aggregates"],
        ["sources"], ["me"], ["me", "show"], ["me", "set"], ["settings"], ["settings", "show"], ["settings", "set"],
        ["units"], ["apps"], ["apps", "list"],
        ["apps", "grant"], ["apps", "deny"], ["apps", "revoke"], ["apps", "forget"], ["apps", "pair"],
        ["apps", "rename"], ["apps", "open-registration"], ["apps", "log"], ["apps", "quota"], ["apps", "webhooks"],
        ["apps", "readers"],
        ["show"], ["add"], ["delete"],
        ["imports"], ["check"],
        ["backup"], ["restore"], ["export"], ["demo"], ["serve"], ["owner"], ["owner", "set"], ["owner", "sessions"],
        ["owner", "totp"], ["owner", "totp", "status"], ["owner", "totp", "enable"],
        ["owner", "totp", "recovery-codes"], ["owner", "totp", "disable"],
    ]

    @Test("the help of every command has an example", arguments: commands)
    func examples(_ command: [String]) throws {
        let home = try Home()
        for arguments in [command + ["--help"], ["help"] + command] {
            let result = try Tool.run(arguments, in: home)
            #expect(result.status == 0, "\(arguments)")
            #expect(result.errors.isEmpty)
            let examples = result.output.components(separatedBy: "Examples:\n").dropFirst().first ?? ""
            let lines = examples.split(separator: "\n").prefix { $0.hasPrefix("  ") }
            let example = "health \(command.joined(separator: " ")) "
            #expect(lines.contains { "\($0) ".contains(example) }, "\(result.output)")
        }
    }

    @Test("the general help names every command and completions")
    func general() throws {
        let home = try Home()
        for arguments in [[], ["--help"], ["help"]] {
            let result = try Tool.run(arguments, in: home)
            #expect(result.status == 0)
            for command in Self.commands + [["cohort"]] { #expect(result.output.contains("\n  \(command[0]) ")) }
            for text in ["health import export.zip", "--generate-completion-script"] {
                #expect(result.output.contains(text))
            }
        }
    }

    @Test("the version is one line")
    func version() throws {
        let result = try Tool.run(["--version"], in: try Home())
        #expect(result.status == 0)
        #expect(result.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test("completions for every shell", arguments: ["bash", "zsh", "fish"])
    func completions(_ shell: String) throws {
        let result = try Tool.run(["--generate-completion-script", shell], in: try Home())
        #expect(result.status == 0)
        #expect(result.output.contains("workouts"))
    }
}
