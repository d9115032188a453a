// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFuzzing
import OpenHealthModel
import OpenHealthStore
import ProcessTestSupport
import TestTimeLimits
import Testing

/// Tests that no command ends on extreme values.
@Suite(.timeLimit(.usual)) struct ExtremeValueCommandTests {
    /// Nil for values as they are imported, or an index in `ExtremeImport.damage`.
    private static let damages: [Int?] = [nil] + ExtremeImport.damage.indices.map { $0 }

    @Test(arguments: damages) func commandsPrintExtremeValues(damage: Int?) throws {
        let home = try Home()
        let store = home.path("extreme.db")
        do {
            let database = try HealthDatabase(url: URL(fileURLWithPath: store))
            _ = try database.ingest(ExtremeImport.everything(seed: 8), options: .init(file: "extremes"))
            if let damage { try database.write { try $0.execute(sql: ExtremeImport.damage[damage]) } }
        }
        var commands = [
            ["types"], ["sources"], ["me"], ["workouts"], ["ecgs"], ["routes"], ["summaries"], ["imports"],
            ["aggregates"],
            ["summary", "--all"], ["summary", "--on", "2023-11-15"], ["insights"], ["samples", "--all"],
            ["report", home.path("report.html"), "--from", "2023-01-01", "--to", "2024-01-01"],
        ]
        for format in ["json", "csv"] {
            commands += [["samples", "--all"], ["workouts"], ["ecgs"]].map { $0 + ["--format", format] }
        }
        for type in ["stepCount", "heartRate", "environmentalAudioExposure", "sleepAnalysis", "bodyMass"] {
            commands += [["statistics", type, "--chart"], ["statistics", type, "--every", "year"]]
        }
        commands.append(["explain", "stepCount", "2023-11-14"])
        for command in commands {
            let result = try Tool.run(command + ["--store", store], in: home)
            #expect(result.signal == nil, "\(command): \(result.errors.suffix(500))")
            #expect(!result.errors.contains("Fatal error"), "\(command)")
        }
    }
}
