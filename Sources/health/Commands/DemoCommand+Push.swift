// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthDemo
import OpenHealthModel
import OpenHealthServer
import Synchronization

extension DemoCommand {
    /// Pushes the days of a person to a server.
    func push(_ app: PhoneApp) throws {
        if file != nil, app != .healthAutoExport, app != .openWearables {
            throw ToolError(
                .badArgument, "\(app.name) does not push data of an iPhone, so there is no matching export",
                remedy: "omit the file")
        }
        let lastDay = try lastDay.map { try Self.day($0, .gmt) }
        let days = pushOptions.days ?? 7
        let phone =
            lastDay.map { DemoPhone(days: days, seed: seed, lastDay: $0) } ?? DemoPhone(days: days, seed: seed)
        let client = PhoneClient(
            server: try pushOptions.address(), PhoneClient.Credentials(app: app, token: try pushOptions.token()))
        if let file { try write(export: phone, to: URL(fileURLWithPath: file)) }
        var options = PhoneSimulator.Options()
        options.aggregation = pushOptions.aggregation ?? .none
        options.isGerman = language == .german
        options.batch = pushOptions.batch
        options.lost = pushOptions.lost ?? 0
        options.code = pushOptions.code
        let runs = DemoPhoneRuns(phone, gap: pushOptions.gap ?? 0, repeats: pushOptions.repeats ?? 0)
        let simulator = PhoneSimulator(app, phone, options: options, client: client)
        let found = FoundResult()
        try Waiting.run {
            var simulator = simulator
            try await simulator.run(runs)
            let result = simulator.result
            found.value.withLock { $0 = result }
        }
        try show(found.value.withLock { $0 }, app)
    }

    private final class FoundResult: Sendable {
        let value = Mutex(PhoneSimulator.Result())
    }

    private func write(export phone: DemoPhone, to url: URL) throws {
        if FileManager.default.fileExists(atPath: url.path), !force {
            throw ToolError(
                .notWritable, "\(url.path) is there already", remedy: "choose another name, or replace it with --force")
        }
        try PrivateFile.write(Data(phone.export(days: phone.days).utf8), to: url)
    }

    private func show(_ result: PhoneSimulator.Result, _ app: PhoneApp) throws {
        let output = Output.standard()
        if json {
            try output.line(
                JSONValue.object([
                    ("app", .string(app.rawValue)), ("pushes", .integer(result.pushes)),
                    ("repeats", .integer(result.repeats)), ("bytes", .integer(result.bytes)),
                    ("refused", .integer(result.refused)), ("reasons", .array(result.reasons.map { .string($0) })),
                ]).text)
        } else {
            try output.line(
                "\(app.name): \(NumberText.grouped(result.pushes)) pushes, \(NumberText.grouped(result.repeats)) sent again, "
                    + "\(NumberText.grouped(result.bytes)) bytes; \(NumberText.grouped(result.refused)) readings refused"
            )
            for reason in result.reasons { try output.line("  " + reason.printable) }
        }
        try output.flush()
    }
}
