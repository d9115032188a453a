// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthDemo
import OpenHealthServer

/// The options of `health demo --push`.
struct DemoPushOptions: ParsableArguments {
    @Option(
        name: .customLong("push"),
        help: .value(
            "app",
            "Push a person's days to a server as this app on a phone does: health-auto-export, open-wearables, "
                + "health-connect-webhook or nightscout."))
    var app: PhoneApp?

    @Option(help: .value("address", "The address of the server, with --push. (default: http://127.0.0.1:8484)"))
    var server: String?

    @Option(
        help: .value(
            "file",
            "A file with the token in its first line, with --push; by default the token is that of $HEALTH_TOKEN."),
        completion: .file())
    var tokenFile: String?

    @Option(help: .value("code", "The code of an Open Wearables connection, instead of a token."))
    var code: String?

    @Option(help: .value("count", "The number of days to push. (default: 7)"))
    var days: Int?

    @Option(help: .value("interval", "The aggregation of Health Auto Export: none, hours or days. (default: none)"))
    var aggregation: DemoPhone.Aggregation?

    @Option(
        help: .value(
            "count",
            "The maximum number of readings in a request of Health Auto Export; without it, each push is one request."))
    var batch: Int?

    @Option(
        help: .value("count", "Leave out every day whose number is a multiple of this one, and send it at the end."))
    var gap: Int?

    @Option(name: .customLong("repeat"), help: .value("count", "Repeat each push this often."))
    var repeats: Int?

    @Option(help: .value("percent", "The percentage of responses that get lost, so that their pushes are sent again."))
    var lost: Int?

    /// Checks the options.
    func validate() throws {
        guard let app else {
            let given: [(String, Bool)] = [
                ("--server", server != nil), ("--token-file", tokenFile != nil), ("--code", code != nil),
                ("--days", days != nil), ("--aggregation", aggregation != nil), ("--batch", batch != nil),
                ("--gap", gap != nil), ("--repeat", repeats != nil), ("--lost", lost != nil),
            ]
            if let option = given.first(where: \.1) { throw ValidationError("\(option.0) needs --push") }
            return
        }
        if app == .healthBridge {
            throw ValidationError("HealthBridge is a library and cannot be simulated; name another app with --push")
        }
        if code != nil, app != .openWearables { throw ValidationError("--code is for --push open-wearables") }
        if code != nil, tokenFile != nil { throw ValidationError("--code and --token-file cannot be combined") }
        if app != .healthAutoExport, aggregation != nil || batch != nil {
            throw ValidationError("--aggregation and --batch are for --push health-auto-export")
        }
        for (name, value, range) in [
            ("--days", days, 1...3660), ("--batch", batch, 1...1_000_000), ("--gap", gap, 2...1000),
            ("--repeat", repeats, 0...100), ("--lost", lost, 0...90),
        ] {
            guard let value, !range.contains(value) else { continue }
            throw ValidationError("\(name) must be between \(range.lowerBound) and \(range.upperBound)")
        }
    }

    /// Returns the address of the server without a slash at its end.
    func address() throws -> String {
        let text = server ?? "http://127.0.0.1:8484"
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
            throw ToolError(
                .badArgument, "--server is not an address", remedy: "give one such as http://127.0.0.1:8484")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// Returns the token; empty if the app has a code.
    func token() throws -> String {
        if code != nil { return "" }
        if let tokenFile {
            return try SecretFile.firstLine(tokenFile, of: "token").trimmingCharacters(in: .whitespaces)
        }
        guard let token = ProcessInfo.processInfo.environment["HEALTH_TOKEN"], !token.isEmpty else {
            throw ToolError(
                .badArgument, "there is no token",
                remedy: "connect the app with `health apps pair --for \(app?.rawValue ?? "")`, and give its token with "
                    + "--token-file or in HEALTH_TOKEN")
        }
        return token
    }
}

// The library does not depend on ArgumentParser.
extension DemoPhone.Aggregation: ExpressibleByArgument {}
