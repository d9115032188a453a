// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Prints lines immediately, followed by an empty one.
func show(_ lines: [String]) {
    FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n\n").utf8))
}

/// Compares statistics over heart rates of all sizes and over steps.
func compareStatistics(_ settings: Settings) throws {
    var hearts: [StatisticsComparison] = []
    for size in settings.heartSizes {
        hearts.append(try StatisticsComparison(series: MadeHeartRate(count: size), settings: settings))
        show(hearts[hearts.count - 1].report)
    }
    var steps: [StatisticsComparison] = []
    for size in settings.stepSizes {
        steps.append(try StatisticsComparison(series: MadeSteps(count: size), settings: settings))
        show(steps[steps.count - 1].report)
    }
    if hearts.count > 1 { show(StatisticsComparison.growth(hearts)) }
    // The goals apply to the largest sizes.
    let goals = [hearts.last, steps.last].compactMap { $0?.goals }.flatMap { $0 }
    if !goals.isEmpty { show(goals) }
}

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "scan", arguments.count == 2 {
        try scan(arguments[1])
    } else if arguments.first == "observe", arguments.count == 2 {
        try await observe(arguments[1])
    } else if arguments.first == "iterate", arguments.count == 2 {
        try await iterate(arguments[1])
    } else if arguments.first == "serve", arguments.count == 2 {
        try await serve(arguments[1])
    } else if arguments.first == "streams", arguments.count == 4 {
        try await compareStreams(
            rounds: Settings.number(arguments[2]), runs: Settings.number(arguments[3]),
            work: URL(filePath: arguments[1]))
    } else {
        let settings = try Settings(arguments)
        try FileManager.default.createDirectory(at: settings.work, withIntermediateDirectories: true)
        for size in settings.sizes {
            show(try Comparison(records: size, settings: settings).report)
        }
        try compareStatistics(settings)
        for size in settings.interfaceSizes {
            var comparison = try InterfaceComparison(size: size, settings: settings)
            try await comparison.run()
            show(comparison.report)
        }
        for rounds in settings.streamRounds { try measureStreams(settings, rounds: rounds) }
        for seconds in settings.serverSeconds {
            guard let wrk = settings.wrk else { throw BenchError("the server is loaded with wrk: name it with --wrk") }
            let comparison = ServerComparison(settings, wrk: wrk, seconds: seconds)
            try await comparison.run()
            show(comparison.report)
        }
        for size in settings.cohortSizes {
            guard let server = settings.clickHouse else {
                throw BenchError("a cohort is on ClickHouse: name its server with --clickhouse-server")
            }
            var comparison = try CohortComparison(settings, server: server, participants: size)
            try await comparison.run()
            show(comparison.report)
        }
    }
} catch {
    FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
    exit(1)
}
