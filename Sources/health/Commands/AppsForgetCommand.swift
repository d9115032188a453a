// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// The `health apps forget` command.
struct AppsForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove an app and your answers to its requests.",
        discussion: """
            The samples of the app stay; `health delete --source` deletes them.

            Examples:
              health apps forget org.example.steps
            """)

    @Argument(help: "The bundle identifier of the app, such as org.example.steps.")
    var app: String

    @OptionGroup var answer: StoreAnswerOptions

    func run() throws {
        try answer.open(.readWrite).forgetApp(app)
        try answer.print(["app": .string(app)])
    }
}
