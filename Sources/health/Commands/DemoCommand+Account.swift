// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthDemo
import OpenHealthModel

extension DemoCommand {
    /// Writes the files of a watch, or the archive of an account, and what they contain.
    func write(_ kind: DemoAccount.Kind, to file: String) throws {
        let day = try lastDay.map { try Self.day($0, .gmt) }
        let isGerman = language == .german
        let count = workouts ?? 40
        let demo =
            day.map { DemoAccount(kind, workouts: count, seed: seed, lastDay: $0, isGerman: isGerman) }
            ?? DemoAccount(kind, workouts: count, seed: seed, isGerman: isGerman)
        let url = URL(fileURLWithPath: file)
        let truthFile = Self.truthFile(for: file)
        let truthURL = URL(fileURLWithPath: truthFile)
        try checkFree([url, truthURL])
        let truth = try demo.write(to: url)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        try PrivateFile.write(try encoder.encode(truth) + Data("\n".utf8), to: truthURL)
        let output = Output.standard()
        if json {
            encoder.outputFormatting.remove(.prettyPrinted)
            try output.line(String(decoding: try encoder.encode(truth), as: UTF8.self))
        } else {
            try output.line(
                "made \(file.printable): \(NumberText.grouped(truth.workouts.count)) workouts; its true totals are in "
                    + truthFile.printable)
        }
        try output.flush()
    }
}
