// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// Data points of Open mHealth, one a line: a file for each type, whose bodies follow schemas of Open mHealth or of Granola.
struct OpenMHealthExport: ExportFormat {
    let name = "open-mhealth"
    let summary = "Open mHealth data points, one a line, for research"
    let support: [ExportKind: ExportSupport] = [
        .quantities: .part, .categories: .part, .correlations: .part, .workouts: .part, .workoutStatistics: .part,
        .heartbeatSeries: .part, .metadata: .part, .uuids: .part, .fractionsOfSeconds: .full,
    ]

    private static let bufferSize = 1 << 18

    func write(_ context: ExportContext) throws {
        var samples = OpenMHealthSamples(context)
        // The readings of a correlation are part of its body, and not data points of their own.
        let types = context.contents.types.sorted {
            ($0.kind == .correlation ? 0 : 1) < ($1.kind == .correlation ? 0 : 1)
        }
        for type in types {
            guard OpenMHealthTypes.isHeld(type), let name = HealthTypes.named(type.identifier)?.swiftName else {
                try context.omit(type)
                continue
            }
            try lines("\(name).ndjson", context) { add in try samples.points(type, add) }
        }
        try context.omitOthers()
    }

    /// Writes a file of data points.
    private func lines(
        _ path: String, _ context: ExportContext, _ body: ((JSONValue) throws -> Void) throws -> Void
    ) throws {
        try context.output.file(path) { sink in
            var sink = sink
            var bytes: [UInt8] = []
            func flush() throws {
                try bytes.withUnsafeBytes { try sink.write($0) }
                bytes.removeAll(keepingCapacity: true)
            }
            try body { point in
                bytes += point.bytes
                bytes.append(UInt8(ascii: "\n"))
                if bytes.count > Self.bufferSize { try flush() }
            }
            try flush()
        }
    }
}
