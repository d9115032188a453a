// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A server in its own process, which prints its address.
final class BenchedServer {
    /// The token for reading the metrics of the daemon.
    static let metricsToken = "metrics-of-the-benchmark"

    let url: String
    private let process = Process()

    /// Starts a program from the folder of this one, and waits until it listens.
    init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        // The server writes its log as usual, without the cost of a disk.
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

    /// The memory in use, in bytes.
    var memory: Int {
        let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }
}
