// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

@testable import OpenHealthFormats

/// The current date of the tests, 2026-11-24T12:00:00Z.
let pushNow = Date(timeIntervalSince1970: 1_795_521_600)

extension PushedBatch {
    /// The records as lines: type, start and end after ``pushNow`` minus one day, value, unit, source and metadata.
    var lines: [String] {
        samples.rows.map { row in
            let origin = samples.newProvenances[Int(row.provenance)]
            let value = row.text >= 0 ? "\"\(samples.texts[Int(row.text)])\"" : Self.number(row.value)
            let metadata = row.metadata >= 0 ? samples.newMetadata[Int(row.metadata)] : []
            let name = samples.newTypes[Int(row.type)].replacing("TypeIdentifier", with: "")
            let dates = "\(Self.number(row.start - 1_795_435_200))-\(Self.number(row.end - 1_795_435_200))"
            return
                ([name, dates, value, origin.unit ?? "", origin.sourceName] + metadata.map { "\($0.key)=\($0.value)" })
                .joined(separator: " ")
        }
    }

    private static func number(_ value: Double) -> String { String(format: "%.6g", value) }

    /// The workouts.
    var workouts: [WorkoutData] {
        samples.items.compactMap { if case .workout(let workout) = $0 { workout } else { nil } }
    }

    /// The correlations.
    var correlations: [CorrelationData] {
        samples.items.compactMap { if case .correlation(let correlation) = $0 { correlation } else { nil } }
    }

    /// The figures of intervals as lines: type, start after ``pushNow`` minus one day, interval, unit, and sum or average, minimum and maximum.
    var figures: [String] {
        aggregates.map { point in
            let numbers = [point.sum ?? point.average, point.minimum, point.maximum].compactMap { $0 }.map(Self.number)
            let start = Self.number(point.start - 1_795_435_200)
            let name = point.type.replacing("TypeIdentifier", with: "")
            return ([name, start, "\(point.interval)", point.unit ?? ""] + numbers).joined(separator: " ")
        }
    }

    /// The reasons of the warnings.
    var warned: [String] { warnings.entries.map(\.reason) }

    /// The pointers of the refused parts.
    var refusedPlaces: [String] { refusals.entries.map(\.pointer) }
}

/// Bodies that are not pushes or are hostile, which every reader refuses or reads without a trap.
let hostileBodies: [[UInt8]] = [
    [], Array("{".utf8), Array("null".utf8), Array("[1, 2".utf8), [0xff, 0xfe, 0x00], Array("\"text\"".utf8),
    Array(String(repeating: "[", count: 100_000).utf8),
    Array("{\"data\": {\"records\": [null, 1, \"x\", [], {}]}}".utf8),
    Array("[null, 1, \"x\", [], {}, {\"type\": 5, \"sgv\": {}, \"date\": []}]".utf8),
    Array("{\"steps\": [null, 1, {\"count\": 1e400, \"start_time\": \"2026-13-45T99:99:99Z\"}], \"sleep\": {}}".utf8),
    Array("{\"steps\": [{\"count\": -1e308, \"time\": 1e300}, {\"count\": \"nan\", \"time\": \"inf\"}]}".utf8),
]

extension JSONValue {
    /// Returns the document with each of its values replaced by each of some others, and the path of the value.
    func mutations(_ bad: [JSONValue]) -> [(path: [String], value: JSONValue)] {
        var all: [(path: [String], value: JSONValue)] = []
        switch self {
        case .object(let entries):
            for (index, entry) in entries.enumerated() {
                let children = bad.map { ([String](), $0) } + entry.value.mutations(bad)
                for (path, changed) in children {
                    var copy = entries
                    copy[index].value = changed
                    all.append(([entry.key] + path, .object(copy)))
                }
            }
        case .array(let values):
            for (index, element) in values.enumerated() {
                let children = bad.map { ([String](), $0) } + element.mutations(bad)
                for (path, changed) in children {
                    var copy = values
                    copy[index] = changed
                    all.append((["\(index)"] + path, .array(copy)))
                }
            }
        default: break
        }
        return all
    }
}
