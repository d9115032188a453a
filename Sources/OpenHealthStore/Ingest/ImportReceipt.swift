// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The result of an import: the counts of everything that was read, added, already present or rejected.
///
/// Its JSON keys are an interface for scripts.
public struct ImportReceipt: Sendable, Equatable, Codable {
    /// The counts of records.
    public struct Records: Sendable, Equatable, Codable {
        /// The number of records in the input. A record that is nested in a correlation or workout and also at the top level
        /// counts once.
        public var read = 0
        /// The number of records that were added.
        public var added = 0
        /// The number of records that the store already contained.
        public var alreadyPresent = 0
        /// The number of invalid records that were rejected.
        public var rejected = 0
    }

    /// The counts of one type or kind.
    public struct Counts: Sendable, Equatable, Codable {
        /// The number in the input.
        public var read = 0
        /// The number that was added.
        public var added = 0

        /// Creates counts of zero.
        public init() {}
    }

    /// The kinds of items other than plain records.
    public enum Kind: String, Sendable, CaseIterable, Codable {
        /// Blood pressure readings and meals.
        case correlations
        /// Workouts.
        case workouts
        /// The statistics of workouts and their activities.
        case workoutStatistics
        /// The events of workouts and their activities.
        case workoutEvents
        /// The activities of workouts.
        case workoutActivities
        /// Routes.
        case routes
        /// The points of routes.
        case routePoints
        /// Electrocardiograms.
        case ecgs
        /// The measurements of electrocardiograms.
        case ecgVoltages
        /// Activity summaries.
        case activitySummaries
        /// Clinical records.
        case clinicalRecords
        /// Hearing tests.
        case audiograms
        /// The points of hearing tests.
        case sensitivityPoints
        /// Prescriptions for glasses or contact lenses.
        case visionPrescriptions
    }

    /// The description of an export.
    public struct Export: Sendable, Equatable, Codable {
        /// The locale.
        public var locale: String?
        /// The export date, in seconds since 1970.
        public var exportDate: Double?
        /// The offset of the phone's time zone at the time of the export, in seconds east of UTC.
        public var offset: Int?
        /// The version in the document type.
        public var version: Int?
    }

    /// The name of the format, such as `apple-health` or `fit`; nil for inputs of programs, and in older receipts.
    public var format: String?
    /// A sentence with the content of the input: the format, the number of workouts and the years.
    public var description: String?
    /// The counts of records, including nested ones.
    public var records = Records()
    /// The counts of records by type identifier.
    public var byType: [String: Counts] = [:]
    /// The counts of other items by kind.
    public var byKind: [Kind: Counts] = [:]
    /// The number of added workouts that are one effort with other workouts and do not count as efforts of their own; nil in the list of
    /// imports, since later imports and the person can change it.
    public var copies: Int?
    /// The number of `MetadataEntry` elements.
    public var metadataEntries = 0
    /// The number of beat-to-beat readings.
    public var heartbeats = 0
    /// The numbers of unknown elements by name. They are kept.
    public var unknownElements: [String: Int] = [:]
    /// The number of bytes that XML doesn't allow, which are removed from the values that contain them.
    public var illegalBytes = 0
    /// The files that were skipped intentionally, with the reason.
    public var skippedFiles: [String] = []
    /// The first thousand diagnostics of the input.
    public var diagnostics: [ImportDiagnostic] = []
    /// The total number of diagnostics.
    public var diagnosticCount = 0
    /// Whether the input was read to its end.
    public var complete = true
    /// The description of the export.
    public var export = Export()
    /// The sources of the records, by name.
    public var sources: [String] = []
    /// The start of the earliest and the end of the latest record, in seconds since 1970.
    public var dateRange: [Double] = []

    private var tally = ReaderTally()
    /// The number of days of which the input has daily data.
    var days: Int { tally.days }
    /// The number of diagnostics that do not come from the reader.
    private var ownDiagnostics = 0
    /// The number of rejected records that the reader did not reject.
    private var ownRejected = 0

    /// Creates an empty receipt.
    public init() {}

    /// The counts of a kind.
    public subscript(kind: Kind) -> Counts { byKind[kind] ?? Counts() }

    package mutating func count(_ kind: Kind, isNew: Bool, times: Int = 1) {
        byKind[kind, default: Counts()].read += times
        if isNew { byKind[kind, default: Counts()].added += times }
    }

    /// Adds parts that were added to an existing item.
    package mutating func add(_ kind: Kind, _ count: Int) {
        byKind[kind, default: Counts()].added += count
    }

    /// Adds a diagnostic that does not come from the reader.
    package mutating func add(_ diagnostic: ImportDiagnostic) {
        ownDiagnostics += 1
        if diagnostics.count < ReaderTally.diagnosticLimit { diagnostics.append(diagnostic) }
    }

    /// Counts a record that the reader accepted and the store rejects.
    mutating func countRejected() { ownRejected += 1 }

    mutating func exportInfo(_ info: ExportInfo) {
        export = Export(
            locale: info.locale, exportDate: info.exportDate, offset: info.offset, version: info.version)
    }

    package mutating func take(_ tally: ReaderTally) {
        self.tally = tally
    }

    /// Sets the counts of the reader, and computes the totals.
    package mutating func finish() {
        metadataEntries = tally.metadataEntries
        heartbeats = tally.heartbeats
        unknownElements = tally.unknownElements
        illegalBytes = tally.illegalBytes
        skippedFiles = tally.skippedFiles
        diagnosticCount = tally.diagnosticCount + ownDiagnostics
        complete = tally.complete
        if !tally.format.isEmpty { format = tally.format }
        for (type, rejected) in tally.rejectedByType where !type.isEmpty {
            byType[type, default: Counts()].read += rejected
        }
        records.rejected = tally.recordsRejected + ownRejected
        records.added = byType.values.reduce(0) { $0 + $1.added }
        records.read = byType.values.reduce(0) { $0 + $1.read } + (tally.rejectedByType[""] ?? 0)
        records.alreadyPresent = records.read - records.added - records.rejected
        for kind in Kind.allCases where byKind[kind] == nil { byKind[kind] = Counts() }
    }
}

extension ImportReceipt {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        init(_ name: String) { stringValue = name }
    }

    /// Encodes the receipt with one key for each kind (`workouts` is the number that was read) and all counts under `byKind`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(format, forKey: Key("format"))
        try container.encodeIfPresent(description, forKey: Key("description"))
        try container.encode(records, forKey: Key("records"))
        try container.encode(byType, forKey: Key("byType"))
        for kind in Kind.allCases { try container.encode(self[kind].read, forKey: Key(kind.rawValue)) }
        try container.encode(
            Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0.rawValue, self[$0]) }), forKey: Key("byKind"))
        try container.encodeIfPresent(copies, forKey: Key("copies"))
        try container.encode(metadataEntries, forKey: Key("metadataEntries"))
        try container.encode(heartbeats, forKey: Key("heartbeats"))
        try container.encode(unknownElements, forKey: Key("unknownElements"))
        try container.encode(illegalBytes, forKey: Key("illegalBytes"))
        try container.encode(skippedFiles, forKey: Key("skippedFiles"))
        try container.encode(diagnostics, forKey: Key("diagnostics"))
        try container.encode(diagnosticCount, forKey: Key("diagnosticCount"))
        try container.encode(complete, forKey: Key("complete"))
        try container.encode(export, forKey: Key("export"))
        try container.encode(sources, forKey: Key("sources"))
        try container.encode(dateRange, forKey: Key("dateRange"))
    }

    /// Decodes a receipt.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init()
        format = try container.decodeIfPresent(String.self, forKey: Key("format"))
        description = try container.decodeIfPresent(String.self, forKey: Key("description"))
        records = try container.decode(Records.self, forKey: Key("records"))
        byType = try container.decode([String: Counts].self, forKey: Key("byType"))
        for (name, counts) in try container.decode([String: Counts].self, forKey: Key("byKind")) {
            if let kind = Kind(rawValue: name) { byKind[kind] = counts }
        }
        copies = try container.decodeIfPresent(Int.self, forKey: Key("copies"))
        metadataEntries = try container.decode(Int.self, forKey: Key("metadataEntries"))
        heartbeats = try container.decode(Int.self, forKey: Key("heartbeats"))
        unknownElements = try container.decode([String: Int].self, forKey: Key("unknownElements"))
        illegalBytes = try container.decode(Int.self, forKey: Key("illegalBytes"))
        skippedFiles = try container.decode([String].self, forKey: Key("skippedFiles"))
        diagnostics = try container.decode([ImportDiagnostic].self, forKey: Key("diagnostics"))
        diagnosticCount = try container.decode(Int.self, forKey: Key("diagnosticCount"))
        complete = try container.decode(Bool.self, forKey: Key("complete"))
        export = try container.decode(Export.self, forKey: Key("export"))
        sources = try container.decode([String].self, forKey: Key("sources"))
        dateRange = try container.decode([Double].self, forKey: Key("dateRange"))
    }
}
