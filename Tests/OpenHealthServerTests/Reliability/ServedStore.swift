// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthAPI
import OpenHealthModel
import NIOCore
import Synchronization

/// A folder with a store that the built tool serves in separate processes.
final class ServedStore: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The token for reading the metrics.
    static let metricsToken = "0123456789abcdef"

    let folder: URL
    let client: HTTPClient

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("served-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
        // The client is no longer in use.
        client.shutdown { _ in }
    }

    var store: URL { folder.appendingPathComponent("health.db") }

    // MARK: - The tool

    /// The path of the built tool, which the package manager puts next to the test bundle.
    static let tool: String = {
        let arguments = CommandLine.arguments.filter { $0.contains(".xctest") } + [CommandLine.arguments[0]]
        let folders = arguments.map { argument in
            var folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
            while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
            return folder
        }
        let candidates = (folders + [Bundle.main.bundleURL]).map { $0.appendingPathComponent("health").path }
        guard let found = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            preconditionFailure("the tool has not been built: none of \(candidates) is there")
        }
        return found
    }()

    /// Runs the tool until it ends.
    @discardableResult
    func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.tool)
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let more = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text, more)
    }

    /// Allows an app to save and read a type.
    func grant(_ app: String, _ type: String = "stepCount") throws {
        let result = try run("apps", "grant", app, "--share", type, "--read", type, "--store", store.path)
        guard result.status == 0 else { throw Failure(description: result.errors) }
    }

    /// Starts the daemon and waits until it listens.
    func serve(_ options: String..., prefix: [String] = []) async throws -> ServingProcess {
        try await serve(options, prefix: prefix)
    }

    /// Starts the daemon and waits until it listens.
    func serve(_ options: [String], prefix: [String] = []) async throws -> ServingProcess {
        let file = folder.appendingPathComponent("metrics-token")
        try Data(Self.metricsToken.utf8).write(to: file)
        let arguments = ["--store", store.path, "--listen", "127.0.0.1:0", "--metrics-token-file", file.path]
        return try await ServingProcess(prefix + [Self.tool, "serve"] + arguments + options, self)
    }

    /// Starts a daemon, registers an app and allows it to save and read a type.
    func prepare(
        _ options: String..., app: String = "org.example.writer", pushes: Bool = false,
        type: HKQuantityTypeIdentifier = .stepCount
    ) async throws -> (daemon: ServingProcess, token: String) {
        let daemon = try await serve(options)
        let pairing = try run("apps", "pair", "--store", store.path)
        let code = pairing.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let response = try await daemon.send(
            "POST", "/v1/apps",
            json: .object([
                ("identifier", .string(app)), ("name", .string("Writer")), ("pairingCode", .string(code)),
            ]))
        guard let token = response.json["token"]?.string else { throw Failure(description: "\(response)") }
        try grant(app, type.rawValue)
        if pushes { _ = try run("apps", "phone", app, "--push", "yes", "--store", store.path) }
        return (daemon, token)
    }
}
