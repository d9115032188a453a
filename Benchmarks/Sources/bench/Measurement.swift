// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What one run of a program cost.
struct Measurement {
    let seconds: Double
    let cpuSeconds: Double
    let peakKilobytes: Int
    /// What it printed, where that was asked for.
    let output: Data

    var peakMegabytes: Double { Double(peakKilobytes) / 1024 }
}

extension [Measurement] {
    /// The run in the middle by time.
    var median: Measurement { sorted { $0.seconds < $1.seconds }[count / 2] }
}

/// Runs programs through `measure`, which stands beside this program.
struct Runner {
    let work: URL

    /// Runs a command to its end; its output is thrown away unless it is to be kept.
    ///
    /// - Throws: ``BenchError`` when the command fails.
    func run(_ command: [String], keepingOutput: Bool = false) throws -> Measurement {
        let figures = work.appending(path: "figures.txt")
        let printed = work.appending(path: "output.txt")
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "measure")
        process.arguments = [figures.path] + command
        process.standardInput = FileHandle.nullDevice
        if keepingOutput {
            try Data().write(to: printed)
            process.standardOutput = try FileHandle(forWritingTo: printed)
        } else {
            process.standardOutput = FileHandle.nullDevice
        }
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchError("\(command[0]) could not be run") }
        let words = try String(contentsOf: figures, encoding: .utf8).split(whereSeparator: \.isWhitespace)
        guard words.count == 4, let seconds = Double(words[0]), let cpu = Double(words[1]), let peak = Int(words[2])
        else {
            throw BenchError("measure wrote something that is not a measurement")
        }
        guard words[3] == "0" else {
            throw BenchError("\(command.joined(separator: " ")) ended with status \(words[3])")
        }
        let output = keepingOutput ? try Data(contentsOf: printed) : Data()
        return Measurement(seconds: seconds, cpuSeconds: cpu, peakKilobytes: peak, output: output)
    }
}
