// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The `health apps grant` command.
struct AppsGrantCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Allow an app to read or save types.",
        discussion: """
            The app need not have requested them. Reading can be limited to a date: the app then sees samples that start on \
            the date or later, and its own samples. Of prescriptions and medications, it may read the existing \
            ones; grant them again for later ones.

            Examples:
              health apps grant org.example.steps --asked
              health apps grant org.example.steps --read stepCount heartRate --share stepCount
              health apps grant org.example.steps --read heartRate --since 2024-01-01
            """)

    @OptionGroup var types: AppTypes

    @Option(help: .value("date", "Limit reading to samples that start on this date or later."))
    var since: String?

    @OptionGroup var outputOptions: StoreOutputOptions
    @OptionGroup var zoneOptions: ZoneOptions

    func run() throws {
        try types.check()
        _ = try date(in: zoneOptions.named() ?? TimeZone.current)
        let database = try outputOptions.open(.create)
        let named = try types.named(in: database)
        let start = try date(in: zoneOptions.zone(for: database), firstWeekday: database.firstWeekday)
        let read = start.map { AppPermission.Read.limited(since: $0) }
        if since != nil, named.read.isEmpty {
            throw ToolError(.badArgument, "--since limits nothing", remedy: "give the types to read with --read")
        }
        try database.apps.decide(
            named, app: types.app, read: read ?? .authorized, share: .authorized, verb: "may now", outputOptions)
    }

    private func date(in zone: TimeZone, firstWeekday: Weekday = .monday) throws -> Date? {
        let parser = DateParser(timeZone: zone, now: Date(), firstWeekday: firstWeekday.rawValue)
        return try since.map { try parser.span($0).start }
    }
}

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
    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        try types.check()
        let database = try outputOptions.open(.create)
        try database.apps.decide(
            try types.named(in: database), app: types.app, read: .denied, share: .denied, verb: "may not", outputOptions
        )
    }
}

/// The `health apps revoke` command.
struct AppsRevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke the permissions of an app.",
        discussion: """
            Without types, the streams of the app, its tokens of OAuth 2 and those of its readers end, too. \
            `health apps deny` takes away only reading or only saving.

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

    @Option(parsing: .upToNextOption, help: .hidden)
    var read: [String] = []

    @Option(parsing: .upToNextOption, help: .hidden)
    var share: [String] = []

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        guard read.isEmpty, share.isEmpty else {
            let parts = [("--read", read), ("--share", share)].filter { !$0.1.isEmpty }
            let options = parts.map { ([$0.0] + $0.1).joined(separator: " ") }.joined(separator: " ")
            throw ToolError(
                .badArgument, "types are revoked as a whole",
                remedy: "deny only reading or only saving with `health apps deny \(app) \(options)`, "
                    + "or name the types without --read and --share")
        }
        let identifiers = try types.map { try TypeName.identifier(of: $0, stored: []) }
        try outputOptions.open(.readWrite).apps.revoke(app, types: identifiers.isEmpty ? nil : identifiers)
        try outputOptions.print([
            "app": .string(app), "types": identifiers.isEmpty ? .null : .texts(identifiers),
        ])
    }
}
