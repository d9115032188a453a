// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The resources that one run of a program used.
struct Measurement {
    let seconds: Double
    let cpuSeconds: Double
    let peakKilobytes: Int
    /// The output of the program if it was kept.
    let output: Data

    var peakMegabytes: Double { Double(peakKilobytes) / 1024 }
}

extension [Measurement] {
    /// The run with the median time.
    var median: Measurement { sorted { $0.seconds < $1.seconds }[count / 2] }
}

/// Runs programs through `measure`, which is in the same folder as this program.
struct Runner {
    let work: URL

    /// Runs a command until it exits. Its output is discarded unless it is kept.
    ///
    /// - Throws: ``BenchError`` if the command fails.
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
