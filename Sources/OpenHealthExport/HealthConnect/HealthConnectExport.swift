// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The database of an export of Health Connect, which an Android phone merges with its own.
struct HealthConnectExport: ExportFormat {
    let name = "health-connect"
    let summary = "a zip for the import of Health Connect on Android"
    let stream = ExportStreamForm.archive
    let kinds = ExportedKinds(
        full: [.routes, .bundleIdentifiers, .controlCharacters],
        part: [
            .quantities, .categories, .metadata, .correlations, .workouts, .workoutEvents, .routePoints,
            .quantitySeries, .uuids, .systemVersions, .fractionsOfSeconds,
        ])
    /// An export of the phone, to which the records are added; nil for a database of its own.
    var base: URL?

    /// The name of the only member of the archive.
    static let fileName = "health_connect_export.db"

    func write(_ context: ExportContext) throws {
        let file = try HealthConnectFile(base: base)
        try file.write { db in
            let writer = try HealthConnectWriter(db, date: context.date, isAddition: base != nil)
            try HealthConnectSamples(context, writer).write()
            try writer.finish()
        }
        try context.omitOthers()
        if context.receipt.written.isEmpty { return }
        try context.output.file(Self.fileName) { try file.copy(to: $0) }
    }
}
