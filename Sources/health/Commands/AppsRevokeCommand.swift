// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// The `health apps revoke` command.
struct AppsRevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke the permissions of an app.",
        discussion: """
            Examples:
              health apps revoke org.example.steps
              health apps revoke org.example.steps heartRate bodyMass
            """)

    @Argument(help: "The bundle identifier of the app, such as org.example.steps.")
    var app: String

    @Argument(
        help: "The types to revoke; all types by default.",
        completion: .list(HealthTypes.all.map(\.swiftName)))
    var types: [String] = []

    @OptionGroup var answer: StoreAnswerOptions

    func run() throws {
        let identifiers = try types.map { try TypeName.identifier(of: $0, stored: []) }
        try answer.open(.readWrite).revoke(app: app, types: identifiers.isEmpty ? nil : identifiers)
        try answer.print([
            "app": .string(app), "types": identifiers.isEmpty ? .null : .texts(identifiers),
        ])
    }
}
