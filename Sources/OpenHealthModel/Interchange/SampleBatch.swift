// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A batch of an import: the items that a reader parsed from a section of its input.
///
/// Batches decouple readers from stores. The dictionaries grow with the batches: the first entry of ``newTypes`` in the first
/// batch has index 0, and indices continue through all batches of an import.
public struct SampleBatch: Sendable {
    /// Type identifiers that occur for the first time; their indices continue from the previous batch.
    public var newTypes: [String] = []
    /// Provenances that occur for the first time; their indices continue from the previous batch.
    public var newProvenances: [ProvenanceData] = []
    /// Metadata that this batch and later ones reference; the indices continue from the previous batch.
    public var newMetadata: [[MetadataPair]] = []
    /// The lowest metadata index that this batch and later ones reference. A store can discard entries below it.
    public var oldestMetadata: Int32 = 0
    /// The records, in the order of the input.
    public var rows: [SampleRow] = []
    /// Heartbeat lists; their `row` is an index into ``rows``.
    public var beats: [BeatList] = []
    /// The values of ``rows`` that are not numbers.
    public var texts: [String] = []
    /// Whether the input has files of devices, of which several contain one reading. It is then one sample.
    package var hasRepeats = false
    /// Whether the input is one of several with the accounts of several owners, about which its files then say nothing.
    package var hasSeveralOwners = false
    /// The counts of days, of which a store makes samples.
    package var counts: [DayCountRow] = []
    /// All other items than plain records, in the order of the input.
    public var items: [ImportedItem] = []
    /// Further versions of workouts of this batch or earlier ones, which other files of the input have. They are no workouts of their own.
    package var versions: [WorkoutData] = []
    /// The diagnostics since the previous batch.
    public var diagnostics: [ImportDiagnostic] = []
    /// The reader's counts since the start of the import.
    public var tally = ReaderTally()

    /// Creates an empty batch.
    public init() {}
}

/// A source of batches: the reader of a format, or a generator.
public protocol SampleBatchSource {
    /// Returns the next batch, or `nil` at the end.
    /// - Throws: An error with the file and the problem. No batch can be read after an error.
    mutating func nextBatch() throws -> SampleBatch?
}

/// The heartbeats of a record of heart rate variability.
public struct BeatList: Sendable, Equatable {
    /// The index of the record in ``SampleBatch/rows``.
    public var row: Int32
    /// The heartbeats in the order of the input.
    public var beats: [Beat]

    /// Creates a list for a row.
    public init(row: Int32, beats: [Beat]) {
        self.row = row
        self.beats = beats
    }
}

/// An instantaneous heart rate in a record of heart rate variability.
public struct Beat: Sendable, Equatable {
    /// The heart rate in beats per minute.
    public var bpm: Double
    /// The local time in hundredths of a second since midnight, or -1 if it could not be parsed.
    public var centisecondOfDay: Int32

    /// Creates a heartbeat.
    public init(bpm: Double, centisecondOfDay: Int32) {
        self.bpm = bpm
        self.centisecondOfDay = centisecondOfDay
    }
}

/// The counts of a reader.
public struct ReaderTally: Sendable, Equatable {
    /// The name of the format, such as `apple-health` or `fit`; empty if the reader reads only one.
    public var format = ""
    /// The number of bytes read from the main document.
    public var bytesRead: Int64 = 0
    /// The number of bytes consumed from the input on disk.
    public var inputBytesRead: Int64 = 0
    /// The size of the input on disk, or 0 if unknown.
    public var inputBytes: Int64 = 0
    /// The number of rejected `Record` elements, at the top level or nested.
    public var recordsRejected = 0
    /// The numbers of rejected records by type identifier. Records without a type, and records of types beyond the
    /// first 1000, are counted under an empty name.
    public var rejectedByType: [String: Int] = [:]
    /// The number of `MetadataEntry` elements.
    public var metadataEntries = 0
    /// The number of `InstantaneousBeatsPerMinute` elements.
    public var heartbeats = 0
    /// The numbers of unknown elements by name. The elements are kept. Names beyond the first 1000 are counted under
    /// `(others)`.
    public var unknownElements: [String: Int] = [:]
    /// The number of bytes that XML does not allow, which are removed from the values that contain them.
    public var illegalBytes = 0
    /// The files that were skipped intentionally, with the reason.
    public var skippedFiles: [String] = []
    /// The total number of diagnostics, of which batches contain at most ``diagnosticLimit``.
    public var diagnosticCount = 0
    /// Whether the input was read to its end.
    public var complete = true
    /// The number of days of which the input has daily data.
    package var days = 0

    /// The maximum number of diagnostics in the batches; further ones are only counted, except the first of each file of activities.
    public static let diagnosticLimit = 1000

    /// The maximum number of names in each count; every batch has a copy of the counts.
    package static let maximumNames = 1000

    /// Creates empty counts.
    public init() {}

    /// Counts a rejected record.
    package mutating func countRejected(type: String) {
        recordsRejected += 1
        let isCounted = rejectedByType.count < Self.maximumNames || rejectedByType[type] != nil
        rejectedByType[isCounted ? type : "", default: 0] += 1
    }

    /// Counts an unknown element.
    package mutating func count(unknownElement name: String) {
        let isCounted = unknownElements.count < Self.maximumNames || unknownElements[name] != nil
        unknownElements[isCounted ? name : "(others)", default: 0] += 1
    }
}

/// A problem with the input that did not stop the import.
public struct ImportDiagnostic: Sendable, Equatable, Codable, CustomStringConvertible {
    /// The severity of a diagnostic.
    public enum Severity: String, Sendable, Codable {
        /// The item was kept, but its value can differ from the intended one.
        case warning
        /// The item was rejected.
        case rejected
    }
    /// The severity.
    public var severity: Severity
    /// The path of the file in the archive or folder.
    public var file: String
    /// The line in the file, counted from 1, or 0 if it does not apply.
    public var line: Int
    /// The name of the element or record, such as `Record`.
    public var element: String
    /// The problem, without health values.
    public var reason: String

    /// Creates a diagnostic from its properties.
    public init(severity: Severity, file: String, line: Int, element: String, reason: String) {
        self.severity = severity
        self.file = file
        self.line = line
        self.element = element
        self.reason = reason
    }

    /// The diagnostic on one line: file, line if there is one, element, reason.
    public var description: String {
        let place = [file, line > 0 ? String(line) : ""].filter { !$0.isEmpty }.joined(separator: ":")
        return [place, element, reason].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

/// A plain record that a reader passes to a store: a quantity, a category value, or a record of an unknown type.
///
/// Rows have a fixed size, so a batch of them is one allocation. Values that many records share (type, provenance,
/// metadata) are indices into the reader's dictionaries, which the batches extend (``SampleBatch/newTypes`` and the following
/// properties).
public struct SampleRow: Sendable, Equatable {
    /// The index of the type identifier in the reader's dictionary.
    public var type: Int32
    /// The index of the provenance (source, version, device, unit) in the reader's dictionary.
    public var provenance: Int32
    /// The index of the metadata in the reader's dictionary, or -1 for a record without metadata.
    public var metadata: Int32
    /// The index into ``SampleBatch/texts`` of a value that is not a number, or -1.
    ///
    /// Only category values and records of unknown types have one.
    public var text: Int32
    /// The start, in seconds since 1970-01-01T00:00:00Z.
    public var start: Double
    /// The end, in seconds since 1970-01-01T00:00:00Z; never before ``start``.
    public var end: Double
    /// The creation date, in seconds since 1970-01-01T00:00:00Z, or NaN if unknown.
    public var created: Double
    /// The value in the type's canonical unit; the raw value of a category; NaN if there is none.
    public var value: Double

    /// Creates a row from its properties.
    public init(
        type: Int32, provenance: Int32, metadata: Int32 = -1, text: Int32 = -1,
        start: Double, end: Double, created: Double = .nan, value: Double = .nan
    ) {
        self.type = type
        self.provenance = provenance
        self.metadata = metadata
        self.text = text
        self.start = start
        self.end = end
        self.created = created
        self.value = value
    }
}
