// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The result of one run of `wrk`.
struct Wrk {
    let requestsPerSecond: Double
    /// The 99th percentile of the latency, in milliseconds.
    let p99: Double

    /// Loads a server for some seconds.
    /// - Parameter script: Lua code that creates the requests; nil for simple reads.
    /// - Throws: ``BenchError`` if a response is not successful.
    init(
        _ program: String, _ url: String, headers: [String] = [], script: String? = nil, connections: Int = 32,
        seconds: Int, work: URL
    ) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        var arguments = ["-t2", "-c\(connections)", "-d\(seconds)s", "--timeout", "30s", "--latency"]
        arguments += headers.flatMap { ["-H", $0] }
        if let script {
            let file = work.appending(path: "wrk.lua")
            try script.write(to: file, atomically: true, encoding: .utf8)
            arguments += ["-s", file.path]
        }
        process.arguments = arguments + [url]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, !text.contains("Non-2xx"), !text.contains("Socket errors") else {
            throw BenchError("not every answer to \(url) was a success:\n\(text)")
        }
        func value(_ label: String) -> Substring? {
            text.split(separator: "\n").first { $0.contains(label) }?.split(whereSeparator: \.isWhitespace).last
        }
        guard let rate = value("Requests/sec:").flatMap({ Double($0) }),
            let latency = value("99%").flatMap(Self.milliseconds)
        else { throw BenchError("wrk wrote something that is not a measurement:\n\(text)") }
        requestsPerSecond = rate
        p99 = latency
    }

    /// Parses a time such as `1.25ms`, `830.00us` or `1.02s`.
    private static func milliseconds(_ text: Substring) -> Double? {
        for (unit, factor) in [("us", 0.001), ("ms", 1), ("s", 1000)] where text.hasSuffix(unit) {
            return Double(text.dropLast(unit.count)).map { $0 * factor }
        }
        return nil
    }
}
