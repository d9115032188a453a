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
            What the app has saved stays; `health delete --source` takes that away.

            Examples:
              health apps forget org.example.steps
            """)

    @Argument(help: "The bundle identifier of the app, such as org.example.steps.")
    var app: String

    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        try storeOptions.open(.readWrite).forgetApp(app)
        try answer.print(["app": .string(app)])
    }
}
