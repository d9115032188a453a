// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The number of heart rates in the store.
private let heartRates = 100_000

/// Measures streams over a health store and over an app's own database.
///
/// It needs its own process, since a process has one health store.
func compareStreams(rounds: Int, runs: Int, work: URL) async throws {
    let folder = work.appending(path: "streams")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "health.db")
    try MadeHeartRate(count: heartRates).makeStore(at: file)
    var health = try await HealthStreams(file: file, size: heartRates)
    show(try await StreamsComparison(of: &health, rounds: rounds, runs: runs).report)
    var database = try DatabaseStreams(file: folder.appending(path: "entries.db"))
    show(try await StreamsComparison(of: &database, rounds: rounds, runs: runs).report)
    try FileManager.default.removeItem(at: folder)
}

/// Measures streams in another process of this program.
func measureStreams(_ settings: Settings, rounds: Int) throws {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["streams", settings.work.path, "\(rounds)", "\(settings.runs)"]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchError("the measurement of streams failed") }
}
