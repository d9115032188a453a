// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The result of an import: counts of everything that was read, added, already there or refused.
///
/// Encodes to JSON with the keys that scripts rely on.
public struct ImportReceipt: Sendable, Equatable, Codable {
    /// Counts of records.
    public struct Records: Sendable, Equatable, Codable {
        /// Records in the input. One that is nested in a correlation or workout and stands at the top level too
        /// counts once.
        public var read = 0
        /// Records that were added.
        public var added = 0
        /// Records that the store had before.
        public var alreadyPresent = 0
        /// Records that cannot be right and were left out.
        public var rejected = 0
    }

    /// Counts of one type or kind.
    public struct Counts: Sendable, Equatable, Codable {
        /// The number in the input.
        public var read = 0
        /// The number of those that were added.
        public var added = 0

        /// Creates counts of zero.
        public init() {}
    }

    /// Kinds of things that are more than plain records.
    public enum Kind: String, Sendable, CaseIterable, Codable {
        /// Blood pressure readings and meals.
        case correlations
        /// Workouts.
        case workouts
        /// Figures of workouts and their activities.
        case workoutStatistics
        /// Events of workouts and their activities.
        case workoutEvents
        /// Parts of workouts.
        case workoutActivities
        /// Routes.
        case routes
        /// Points of routes.
        case routePoints
        /// Electrocardiograms.
        case ecgs
        /// Measurements of electrocardiograms.
        case ecgVoltages
        /// Days of rings.
        case activitySummaries
        /// Clinical records.
        case clinicalRecords
        /// Hearing tests.
        case audiograms
        /// Points of hearing tests.
        case sensitivityPoints
        /// Prescriptions for glasses or contact lenses.
        case visionPrescriptions
    }

    /// The description of the document.
    public struct Export: Sendable, Equatable, Codable {
        /// Its locale.
        public var locale: String?
        /// Its date, in seconds since 1970.
        public var exportDate: Double?
        /// The offset of the phone's time zone then, in seconds east of UTC.
        public var offset: Int?
        /// The version in its document type.
        public var version: Int?
    }

    /// Records, nested ones included.
    public var records = Records()
    /// Records by type identifier.
    public var byType: [String: Counts] = [:]
    /// Everything else by kind.
    public var byKind: [Kind: Counts] = [:]
    /// `MetadataEntry` elements.
    public var metadataEntries = 0
    /// Beat-to-beat readings.
    public var heartbeats = 0
    /// Unknown elements, by name. They are kept.
    public var unknownElements: [String: Int] = [:]
    /// Bytes that XML does not allow, left out of the values they stood in.
    public var illegalBytes = 0
    /// Files that were left out on purpose, with the reason.
    public var skippedFiles: [String] = []
    /// The first thousand diagnostics of the input.
    public var diagnostics: [ImportDiagnostic] = []
    /// The total number of diagnostics.
    public var diagnosticCount = 0
    /// Whether the input was read to its proper end.
    public var complete = true
    /// The description of the document.
    public var export = Export()
    /// The sources of the records, by name.
    public var sources: [String] = []
    /// The start of the earliest and the end of the latest record, in seconds since 1970.
    public var dateRange: [Double] = []

    private var tally = ReaderTally()
    /// The number of diagnostics that do not come from the reader.
    private var ownDiagnostics = 0

    /// Creates an empty receipt.
    public init() {}

    /// The counts of a kind.
    public subscript(kind: Kind) -> Counts { byKind[kind] ?? Counts() }

    package mutating func count(_ kind: Kind, isNew: Bool, times: Int = 1) {
        byKind[kind, default: Counts()].read += times
        if isNew { byKind[kind, default: Counts()].added += times }
    }

    /// Counts parts that something from before the import has gained.
    package mutating func add(_ kind: Kind, _ count: Int) {
        byKind[kind, default: Counts()].added += count
    }

    /// Adds a diagnostic that does not come from the reader.
    package mutating func add(_ diagnostic: ImportDiagnostic) {
        ownDiagnostics += 1
        if diagnostics.count < ReaderTally.diagnosticLimit { diagnostics.append(diagnostic) }
    }

    mutating func exportInfo(_ info: ExportInfo) {
        export = Export(
            locale: info.locale, exportDate: info.exportDate, offset: info.offset, version: info.version)
    }

    package mutating func take(_ tally: ReaderTally) {
        self.tally = tally
    }

    /// Takes over what the reader counted, and adds up.
    package mutating func finish() {
        metadataEntries = tally.metadataEntries
        heartbeats = tally.heartbeats
        unknownElements = tally.unknownElements
        illegalBytes = tally.illegalBytes
        skippedFiles = tally.skippedFiles
        diagnosticCount = tally.diagnosticCount + ownDiagnostics
        complete = tally.complete
        for (type, rejected) in tally.rejectedByType where !type.isEmpty {
            byType[type, default: Counts()].read += rejected
        }
        records.rejected = tally.recordsRejected
        records.added = byType.values.reduce(0) { $0 + $1.added }
        records.read = byType.values.reduce(0) { $0 + $1.read } + (tally.rejectedByType[""] ?? 0)
        records.alreadyPresent = records.read - records.added - records.rejected
        for kind in Kind.allCases where byKind[kind] == nil { byKind[kind] = Counts() }
    }
}
