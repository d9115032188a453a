// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The archive that the Health app's "Export All Health Data" creates.
struct AppleExport: ExportFormat {
    let name = "apple"
    let summary = "export.zip of the Health app"
    let stream = ExportStreamForm.archive
    let kinds = ExportedKinds(
        full: [
            .quantities, .categories, .unknownTypes, .metadata, .correlations, .workouts, .workoutActivities,
            .workoutEvents, .workoutStatistics, .workoutZones, .workoutSamples, .routes, .routePoints,
            .electrocardiograms, .voltages, .heartbeats, .activitySummaries, .clinicalRecords, .audiograms,
            .visionPrescriptions,
        ],
        part: [.characteristics])

    func write(_ context: ExportContext) throws {
        let zone = context.contents.timeZone
        var files: [AppleFile] = []
        try context.output.file("\(AppleFile.folder)/export.xml") { sink in
            // Exports have the offset of their date in all dates, in whole minutes.
            let offset = zone.secondsFromGMT(for: context.date) / 60 * 60
            let document = AppleDocument(context, writer: ExportXMLWriter(sink: sink, offset: offset), offset: offset)
            try document.write()
            files = document.files
        }
        for file in files { try file.write(context) }
    }
}
