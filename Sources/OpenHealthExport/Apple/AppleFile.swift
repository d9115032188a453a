// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// A file beside the main document.
enum AppleFile {
    case route(RawSample, path: String)
    case electrocardiogram(RawSample, path: String)
    case clinicalRecord(RawSample, path: String)

    /// The folder of all files.
    static let folder = "apple_health_export"

    /// Writes the file.
    func write(_ context: ExportContext) throws {
        switch self {
        case .route(let route, let path):
            try context.output.file("\(Self.folder)/\(path)") { sink in
                var file = RouteFile(sink: sink, date: context.date)
                try context.contents.forEachPoint(route) { point in
                    if point.courseAccuracy != nil || point.speedAccuracy != nil {
                        context.receipt.omit(.pointAccuracies)
                    }
                    try file.add(point)
                }
                try file.end()
            }
        case .electrocardiogram(let sample, let path):
            guard let electrocardiogram = try context.contents.electrocardiogram(sample) else { return }
            let origin = try context.contents.origin(sample)
            let file = ElectrocardiogramFile(
                electrocardiogram, start: sample.start.rounded(.down), version: origin.version,
                device: origin.device?.hardware ?? origin.device?.name, zone: context.contents.timeZone)
            try context.output.file("\(Self.folder)/\(path)", bytes: file.bytes)
            context.receipt.count(.voltages, times: electrocardiogram.voltages.count)
        case .clinicalRecord(let sample, let path):
            guard let resource = try context.contents.clinicalRecord(sample)?.resource else { return }
            try context.output.file("\(Self.folder)/\(path)", bytes: resource)
        }
    }
}
