// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthServer
import OpenHealthStore

/// The `health apps` command.
struct AppsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "List the apps that use the store, and set their permissions.",
        discussion: """
            Apps have a bundle identifier, such as org.example.steps. Reading and saving are permitted separately, \
            for each type. An app that may not read a type sees only its own samples, and cannot find out why.

            Examples:
              health apps
              health apps --format json
              health apps grant org.example.steps --asked
              health apps grant org.example.steps --read heartRate --share stepCount
              health apps revoke org.example.steps
              health apps webhooks
              health apps pair
              health apps phone phone.health-auto-export
              health apps readers phone.nightscout --create
              health apps log
            """,
        subcommands: [
            AppsListCommand.self, AppsGrantCommand.self, AppsDenyCommand.self, AppsRevokeCommand.self,
            AppsForgetCommand.self, AppsPairCommand.self, AppsRenameCommand.self, AppsOpenRegistrationCommand.self,
            AppsLogCommand.self, AppsQuotaCommand.self, AppsWebhooksCommand.self, AppsPhoneCommand.self,
            AppsDeletionsCommand.self, AppsReadersCommand.self,
        ], defaultSubcommand: AppsListCommand.self)
}

/// The `health apps list` command.
struct AppsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the apps and their permissions.",
        discussion: """
            Lists each type that an app has requested or has an answer for. \
            "asked" means that the app waits for your answer.

            Examples:
              health apps
              health apps list org.example.steps
              health apps list --format csv > apps.csv
            """)

    @Argument(help: "The app; all apps by default.")
    var app: String?

    @OptionGroup var listing: ListingOptions

    func run() throws {
        let database = try listing.open()
        let apps = try database.apps.all().filter { app == nil || $0.identifier == app }
        if let app, apps.isEmpty {
            throw ToolError(
                .notFound, "no app \(app) has made a request", remedy: "list the apps with `health apps`")
        }
        try listing.print(
            apps.flatMap(AppRow.rows), as: AppRow.columns, clock: try listing.clock(for: database),
            nothing: "no app has made a request")
    }
}

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

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        let database = try outputOptions.open(.readWrite)
        if !refuse, let other = try PairingCode.app(in: database, named: name, besides: app) {
            throw ToolError(
                .badArgument, "the name resembles \(other.printable), that of another app",
                remedy: "refuse it with --refuse, or remove the other app with `health apps forget`")
        }
        try database.apps.decide(rename: name, of: app, isAccepted: !refuse)
        try outputOptions.print(["app": .string(app), "name": .string(name), "isAccepted": .bool(!refuse)])
    }
}

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

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        try outputOptions.open(.readWrite).apps.forget(app)
        try outputOptions.print(["app": .string(app)])
    }
}

/// The `health apps open-registration` command.
struct AppsOpenRegistrationCommand: ParsableCommand {
    /// Whether apps can register without a code.
    enum Setting: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    static let configuration = CommandConfiguration(
        commandName: "open-registration",
        abstract: "Show or set whether apps can register with the server without a pairing code.",
        discussion: """
            Open registration is off by default. If it is on, any program that reaches the server can register and ask you for \
            permission; its identifier and its name get a random suffix, and at most eight such apps can wait for your first \
            answer.

            Examples:
              health apps open-registration
              health apps open-registration on
              health apps open-registration off
            """)

    @Argument(help: "on or off; without it, the setting is printed.")
    var setting: Setting?

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        let database = try outputOptions.open(.create)
        if let setting { try database.apps.setRegistrationOpen(setting == .on) }
        let isOpen = try database.apps.isRegistrationOpen()
        try outputOptions.print(["isOpen": .bool(isOpen)], text: setting == nil ? [isOpen ? "on" : "off"] : [])
    }
}
