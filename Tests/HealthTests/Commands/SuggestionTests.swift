// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ProcessTestSupport
import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite("Commands that do not exist") struct SuggestionTests {
    @Test(
        "the nearest command is suggested",
        arguments: [
            (["sumary"], "`health summary`"), (["import2", "export.zip"], "`health import`"),
            (["stats", "stepCount"], "health"), (["owner", "sett"], "`health owner set`"),
        ])
    func near(arguments: [String], suggestion: String) throws {
        let error = try #require(Health.tool.unknownCommand(arguments))
        #expect(error.description.contains(suggestion), "\(error)")
        #expect(error.isAboutArguments)
    }

    @Test(
        "known commands, options and help are left to the parser",
        arguments: [
            [], ["--version"], ["help", "summary"], ["summary", "--all"], ["apps", "org.example.steps"],
            ["samples", "heartRate"],
        ])
    func known(arguments: [String]) {
        #expect(Health.tool.unknownCommand(arguments) == nil)
    }

    @Test("revoking only reading or saving names the command that does it")
    func revoke() throws {
        let result = try Tool.run(
            ["apps", "revoke", "org.example.steps", "--share", "bodyMass", "--read", "heartRate"],
            in: MadeStore.steps())
        #expect(result.status == 2)
        #expect(result.errors.contains("health apps deny org.example.steps --read heartRate --share bodyMass"))
    }
}
