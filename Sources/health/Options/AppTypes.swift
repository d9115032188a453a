// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The types of a permission for an app.
struct AppTypes: ParsableArguments {
    @Argument(help: "The bundle identifier of the app, such as org.example.steps.")
    var app: String

    @Option(
        parsing: .upToNextOption,
        help: .value("type", "Types to read, such as heartRate."),
        completion: .list(HealthTypes.all.map(\.swiftName)))
    var read: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: .value("type", "Types to save, such as bodyMass."),
        completion: .list(HealthTypes.all.map(\.swiftName)))
    var share: [String] = []

    @Flag(help: "The types that the app has requested.")
    var asked = false

    @Flag(help: "All types.")
    var all = false

    /// The identifiers of the types, each once.
    struct Named {
        var read: [String]
        var share: [String]
    }

    /// Checks that the names are types, and that there is at least one.
    func check() throws {
        guard !app.allSatisfy(\.isWhitespace) else {
            throw ToolError(
                .badArgument, "no app is given", remedy: "give its bundle identifier, such as org.example.steps")
        }
        guard asked || all || !read.isEmpty || !share.isEmpty else {
            throw ToolError(
                .badArgument, "no types are given",
                remedy: "name them with --read and --share, or give --asked or --all")
        }
        _ = try (read + share).map { try TypeName.identifier(of: $0, stored: []) }
    }

    /// Returns the identifiers of the named types.
    func named(in database: HealthDatabase) throws -> Named {
        var types = Named(
            read: try read.map { try TypeName.identifier(of: $0, stored: []) },
            share: try share.map { try TypeName.identifier(of: $0, stored: []) })
        if asked {
            let entries = try database.apps.all().first { $0.identifier == app }?.permissions ?? []
            types.read += entries.filter(\.hasAskedToRead).map(\.type)
            types.share += entries.filter(\.hasAskedToShare).map(\.type)
            guard !types.read.isEmpty || !types.share.isEmpty else {
                if app.hasPrefix(OAuthClient.prefix) {
                    throw ToolError(
                        .notFound,
                        "\(app) connects with OAuth 2, whose requests are answered on the page of the server",
                        remedy: "open the page to which the app leads, and consent there")
                }
                throw ToolError(
                    .notFound, "\(app) has made no request",
                    remedy: "name types with --read and --share, or give --all")
            }
        }
        if all {
            types.read += HealthTypes.all.map(\.identifier)
            types.share += HealthTypes.all.filter(\.isShareable).map(\.identifier)
        }
        return Named(read: Set(types.read).sorted(), share: Set(types.share).sorted())
    }
}

extension RegisteredApps {
    /// Saves a permission and prints it.
    func decide(
        _ types: AppTypes.Named, app: String, read: AppPermission.Read, share: AppPermission.Share, verb: String,
        _ outputOptions: StoreOutputOptions
    ) throws {
        // Types with both permissions are saved in one transaction.
        let both = Set(types.read).intersection(types.share).sorted()
        if let type = types.share.first(where: { HealthTypes.named($0)?.isShareable == false }), share == .authorized {
            throw ToolError(
                .badArgument, "no app can save \(TypeName.short(type))", remedy: "allow reading it with --read")
        }
        try setPermission(share: share, read: read, app: app, types: both)
        try setPermission(share: nil, read: read, app: app, types: types.read.filter { !both.contains($0) })
        try setPermission(share: share, read: nil, app: app, types: types.share.filter { !both.contains($0) })
        let actions = [("read", types.read), ("save", types.share)].filter { !$0.1.isEmpty }
            .map { "\($0.0) \(count($0.1))" }
        let conjunction = read == .denied ? " or " : " and "
        try outputOptions.print(
            [
                "app": .string(app), "read": .texts(types.read), "share": .texts(types.share),
                "isGranted": .bool(share == .authorized),
            ], text: ["\(app.printable) \(verb) \(actions.joined(separator: conjunction))"])
    }

    private func count(_ types: [String]) -> String {
        types.count == 1 ? TypeName.short(types[0]) : "\(types.count) types"
    }
}
