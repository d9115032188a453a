// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// SQLite's own shell, as the baseline.
struct SQLiteShell {
    /// The path of the program.
    let program: String

    /// Runs a script on a database, and returns the seconds of its queries as measured by the shell's own timer.
    ///
    /// The output of the statements goes into a file that is deleted.
    func seconds(_ script: String, on database: URL, work: URL) throws -> Double {
        let input = work.appending(path: "shell.sql")
        let output = work.appending(path: "shell.out")
        let times = work.appending(path: "shell.times")
        let text = """
            PRAGMA synchronous = FULL;
            PRAGMA cache_size = -24000;
            .output \(output.path)
            .timer on
            \(script)

            """
        try Data(text.utf8).write(to: input)
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["-batch", "-bail", database.path]
        process.standardInput = try FileHandle(forReadingFrom: input)
        try Data().write(to: times)
        // Standard output contains the timer's lines; the results go into the other file.
        process.standardOutput = try FileHandle(forWritingTo: times)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchError("sqlite3 failed on a script") }
        let printed = try String(contentsOf: times, encoding: .utf8)
        try? FileManager.default.removeItem(at: output)
        var sum = 0.0
        var found = false
        for line in printed.split(separator: "\n") where line.hasPrefix("Run Time: real ") {
            guard let real = line.split(separator: " ").dropFirst(3).first.flatMap({ Double($0) }) else { continue }
            sum += real
            found = true
        }
        guard found else { throw BenchError("sqlite3 showed no times") }
        return sum
    }
}
