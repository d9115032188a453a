// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthAccess
import OpenHealthModel
import OpenHealthServer
import OpenHealthStore

/// The `health apps rename` command.
struct AppsRenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Accept or refuse the name that an app has requested.",
        discussion: """
            An app that requests another name keeps its current one until you accept the new one; `health apps` shows both.

            Examples:
              health apps rename org.example.steps "Step Counter"
              health apps rename org.example.steps "Health Service" --refuse
            """)

    @Argument(help: "The bundle identifier of the app, such as org.example.steps.")
    var app: String

    @Argument(help: "The name that the app has requested.")
    var name: String

    @Flag(help: "Let the app keep its current name.")
    var refuse = false

    @OptionGroup var answer: StoreAnswerOptions

    func run() throws {
        let database = try answer.open(.readWrite)
        if !refuse, let other = try PairingCode.app(in: database, named: name, besides: app) {
            throw ToolError(
                .badArgument, "the name resembles \(other.printable), that of another app",
                remedy: "refuse it with --refuse, or remove the other app with `health apps forget`")
        }
        try database.answer(rename: name, of: app, isAccepted: !refuse)
        try answer.print(["app": .string(app), "name": .string(name), "isAccepted": .bool(!refuse)])
    }
}
