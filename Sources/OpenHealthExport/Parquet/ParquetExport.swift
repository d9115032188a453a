// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// Parquet files: a folder of samples a type in the layout of Hive, a file for each other table, and daily statistics.
struct ParquetExport: ExportFormat {
    let name = "parquet"
    let summary = "Parquet files for DuckDB, pandas and polars"
    let stream = ExportStreamForm.none("a file for each type")
    let kinds = ExportedKinds(
        full: [
            .quantities, .categories, .unknownTypes, .metadata, .correlations, .workouts, .workoutCopies,
            .workoutActivities, .workoutEvents, .workoutStatistics, .workoutSamples, .routes, .routePoints,
            .routesWithoutWorkout, .pointAccuracies, .electrocardiograms, .voltages, .heartbeats, .activitySummaries,
            .clinicalRecords, .characteristics, .prescriptionSources, .uuids, .bundleIdentifiers, .systemVersions,
            .fractionsOfSeconds,
            .datesBeyondCalendar, .valuesBeyondRange, .controlCharacters, .heartbeatSeries, .quantitySeries,
            .workoutZones, .aggregates,
        ],
        part: [
            .electrocardiogramDetails, .audiograms, .visionPrescriptions, .statesOfMind, .scoredAssessments,
            .medicationDoses, .documents,
        ])

    /// The version of the tables, in the metadata of each file. It changes if columns are renamed, removed or get another type.
    static let schemaVersion = "2"

    let usesThreads = true

    func write(_ context: ExportContext) throws {
        let types = context.contents.types
        let folders = TypeFolder.Names(types.map(\.identifier))
        let samples = types.map { type in
            let folder = folders[type.identifier]
            return ExportJob(size: type.count) { try SampleFile($0, type, folder: folder).write() }
        }
        // The number of rows of others is not known in advance. Those of routes and electrocardiograms can be many.
        try context.run(
            samples + [
                ExportJob(size: .max) { try WorkoutFiles(context: $0).write() },
                ExportJob(size: .max) { try SeriesFiles(context: $0).write() },
                ExportJob(size: .max) { try ReadingFiles(context: $0).write() },
                ExportJob(size: .max) { try RecordFiles(context: $0).write() },
                ExportJob(size: .max) { try AggregateFiles(context: $0).write() },
                ExportJob(size: .max) { try StatisticsFiles(context: $0).write() },
            ])
        try context.omitUnheldTables()
    }
}

/// A group of files of the export.
protocol ParquetFiles {
    var context: ExportContext { get }

    /// Writes the files.
    func write() throws
}

extension ParquetFiles {
    var contents: StoreContents { context.contents }

    /// The names of types, which are the same in all files and in the names of folders.
    var typeNames: TypeFolder.Names { TypeFolder.Names(contents.types.map(\.identifier)) }

    /// Writes a file whose rows are those of the samples of types, in the order of the types.
    func parquet(
        _ path: String, _ columns: [ParquetColumn], of types: [StoreContents.SampleType],
        sortedBy: ParquetColumn? = nil,
        _ body: (StoreContents.SampleType, RawSample, ParquetWriter) throws -> Void
    ) throws {
        if types.isEmpty { return }
        try context.parquet(path, columns, sortedBy: sortedBy) { writer in
            for type in types {
                try contents.forEach(type) { try body(type, $0, writer) }
            }
        }
    }
}

extension ExportContext {
    /// Writes a Parquet file.
    /// - Parameters:
    ///   - path: its path in the export.
    ///   - sortedBy: the column whose values ascend.
    ///   - metadata: facts about the file.
    ///   - body: appends the rows.
    func parquet(
        _ path: String, _ columns: [ParquetColumn], sortedBy: ParquetColumn? = nil,
        metadata: [(key: String, value: String)] = [], _ body: (ParquetWriter) throws -> Void
    ) throws {
        try output.file(path) { sink in
            let writer = try ParquetWriter(
                sink, columns: columns, sortedBy: sortedBy,
                metadata: [("openhealthkit.schema", ParquetExport.schemaVersion)] + metadata,
                createdBy: "OpenHealthKit version \(ParquetExport.schemaVersion)")
            try body(writer)
            try writer.finish()
        }
    }
}

/// The value of the partition of a type in the names of folders.
enum TypeFolder {
    private static let prefixes = [
        "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCorrelationTypeIdentifier", "HKDataTypeIdentifier",
        "HKClinicalTypeIdentifier", "HKDataType", "OpenHealthKitQuantityTypeIdentifier",
    ]

    /// The names of types.
    struct Names {
        private let names: [String: String]

        init(_ identifiers: [String]) { names = TypeFolder.names(identifiers) }

        /// Returns the name of a type, which may have no samples of its own.
        subscript(identifier: String) -> String { names[identifier] ?? TypeFolder.name(identifier) }
    }

    /// Returns a name for each type.
    static func names(_ identifiers: [String]) -> [String: String] {
        var (names, taken): ([String: String], Set<String>) = ([:], [])
        for identifier in identifiers {
            let first = name(identifier)
            // Some file systems do not tell upper case from lower case, and long names are cut.
            var (unique, number) = (first, 1)
            while !taken.insert(unique.lowercased()).inserted {
                number += 1
                unique = "\(first)~\(number)"
            }
            names[identifier] = unique
        }
        return names
    }

    /// Returns the name of a known type without the beginning that its kind shares, such as `HeartRate`. Unknown types have their
    /// whole identifier, with percent signs for bytes that a name of a folder or of a partition cannot have.
    static func name(_ identifier: String) -> String {
        guard HealthTypes.named(identifier) != nil, let prefix = prefixes.first(where: identifier.hasPrefix),
            identifier.count > prefix.count
        else { return HealthTypes.named(identifier) == nil ? escaped(identifier) : identifier }
        return String(identifier.dropFirst(prefix.count))
    }

    /// A name of an unknown type begins with an underscore, which no known one does.
    private static func escaped(_ identifier: String) -> String {
        var name = "_"
        for byte in identifier.utf8.prefix(80) {
            let isPlain =
                byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
            if isPlain || byte == 0x5f || byte == 0x2d {
                name.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return name
    }
}
