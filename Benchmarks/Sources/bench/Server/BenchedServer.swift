// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A server in a process of its own that says where it listens.
final class BenchedServer {
    /// The token for reading the metrics of the daemon.
    static let metricsToken = "metrics-of-the-benchmark"

    let url: String
    private let process = Process()

    /// Starts a program beside this one, and waits until it listens.
    init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        // The log is written as it always is, to where it costs nothing else.
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = ""
        while !line.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { throw BenchError("\(program) did not start") }
            line += String(decoding: data, as: UTF8.self)
        }
        guard let url = line.split(separator: "\n")[0].components(separatedBy: " at ").last else {
            throw BenchError("\(program) did not say where it listens")
        }
        self.url = url
    }

    deinit {
        stop()
    }

    /// Ends the server.
    func stop() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    /// Memory in use, in bytes.
    var memory: Int {
        let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }
}
