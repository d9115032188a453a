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
    let stream = ExportStreamForm.none("a file for each type")
    let kinds = ExportedKinds(
        full: [.fractionsOfSeconds],
        part: [
            .quantities, .categories, .correlations, .workouts, .workoutStatistics, .heartbeatSeries, .metadata, .uuids,
        ])

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
            try context.lines("\(name).ndjson") { add in try samples.points(type, add) }
            if type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue {
                var sleep = OpenMHealthSleep(context)
                try context.lines("sleepEpisodes.ndjson") { add in try sleep.points(type, add) }
            }
        }
        try context.omitOthers()
    }
}
