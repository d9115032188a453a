// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthAccess
import OpenHealthSession
import OpenHealthStore

/// The `health apps deny` command.
struct AppsDenyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny",
        abstract: "Deny an app to read or save types.",
        discussion: """
            The app still sees its own samples. It cannot request these types again; \
            `health apps grant` changes the answer.

            Examples:
              health apps deny org.example.steps --read heartRate
              health apps deny org.example.steps --asked
            """)

    @OptionGroup var types: AppTypes
    @OptionGroup var answer: StoreAnswerOptions

    func run() throws {
        try types.check()
        let database = try answer.open(.create)
        try database.answer(
            try types.named(in: database), app: types.app, read: .denied, share: .denied, verb: "may not", answer)
    }
}
