// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A piece of an import: what a reader has made of the next stretch of its input.
///
/// Readers make batches, stores take them; neither knows the other. The dictionary grows with the batches:
/// the first entry of ``newTypes`` in the first batch has index 0, and so on through all batches of one import.
public struct SampleBatch: Sendable {
    /// Type identifiers that appear for the first time; their indices go on from the previous batch.
    public var newTypes: [String] = []
    /// Provenances that appear for the first time; their indices go on from the previous batch.
    public var newProvenances: [ProvenanceData] = []
    /// Metadata that this batch and later ones name; their indices go on from the previous batch.
    public var newMetadata: [[MetadataPair]] = []
    /// The lowest metadata index that this batch and those after it still name. A store may forget those below.
    public var oldestMetadata: Int32 = 0
    /// The records, in the order of the input.
    public var rows: [SampleRow] = []
    /// Beat-to-beat readings; `row` is an index in ``rows``.
    public var beats: [BeatList] = []
    /// Values of ``rows`` that are not numbers.
    public var texts: [String] = []
    /// Everything that is more than a plain record, in the order of the input.
    public var items: [ImportedItem] = []
    /// The diagnostics since the previous batch.
    public var diagnostics: [ImportDiagnostic] = []
    /// The tally of the reader since the beginning of the import.
    public var tally = ReaderTally()

    /// Creates an empty batch.
    public init() {}
}

/// A source of batches: a reader of some format, or a generator.
public protocol SampleBatchSource {
    /// The next batch, or nil at the end.
    /// - Throws: an error that names the file and what is wrong with it; nothing can be read after that.
    mutating func nextBatch() throws -> SampleBatch?
}

/// The beats of one record of heart rate variability.
public struct BeatList: Sendable, Equatable {
    /// The index of the record in ``SampleBatch/rows``.
    public var row: Int32
    /// The beats, in the order of the input.
    public var beats: [Beat]

    /// Creates a list for a row.
    public init(row: Int32, beats: [Beat]) {
        self.row = row
        self.beats = beats
    }
}

/// One instantaneous heart rate within a record of heart rate variability.
public struct Beat: Sendable, Equatable {
    /// Beats per minute.
    public var bpm: Double
    /// The wall clock time, in hundredths of a second since midnight, or -1 where it could not be read.
    public var centisecondOfDay: Int32

    /// Creates a beat.
    public init(bpm: Double, centisecondOfDay: Int32) {
        self.bpm = bpm
        self.centisecondOfDay = centisecondOfDay
    }
}

/// The tally of a reader.
public struct ReaderTally: Sendable, Equatable {
    /// Bytes of the main document that have been read.
    public var bytesRead: Int64 = 0
    /// Bytes of the input on disk that have been consumed.
    public var inputBytesRead: Int64 = 0
    /// The size of the input on disk, or 0 where it is not known.
    public var inputBytes: Int64 = 0
    /// `Record` elements that were refused, whether at top level or nested.
    public var recordsRejected = 0
    /// The numbers of refused records by type identifier. Records without a type, and records of further types after the
    /// first 1000, are counted under an empty name.
    public var rejectedByType: [String: Int] = [:]
    /// `MetadataEntry` elements.
    public var metadataEntries = 0
    /// `InstantaneousBeatsPerMinute` elements.
    public var heartbeats = 0
    /// The numbers of unknown elements by name. The elements are kept. Further names after the first 1000 are counted under
    /// `(others)`.
    public var unknownElements: [String: Int] = [:]
    /// Bytes that XML does not allow, left out of the values they stood in.
    public var illegalBytes = 0
    /// Files that were left out on purpose, with the reason.
    public var skippedFiles: [String] = []
    /// All diagnostics made, of which the batches carry at most ``diagnosticLimit`` in full.
    public var diagnosticCount = 0
    /// Whether the input was read to its proper end.
    public var complete = true

    /// The maximum number of diagnostics; the rest are only counted.
    public static let diagnosticLimit = 1000

    /// The maximum number of names in each count; every batch has a copy of the tally.
    package static let maximumNames = 1000

    /// Creates an empty tally.
    public init() {}

    /// Counts a refused record.
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

/// Something that was wrong with the input, but did not stop the import.
public struct ImportDiagnostic: Sendable, Equatable, Codable, CustomStringConvertible {
    /// How grave it is.
    public enum Severity: String, Sendable, Codable {
        /// Something was kept, but may not be what was meant.
        case warning
        /// Something was left out.
        case rejected
    }
    /// How grave it is.
    public var severity: Severity
    /// The file, by its path inside the archive or folder.
    public var file: String
    /// The line in that file, counted from 1, or 0 where lines mean nothing.
    public var line: Int
    /// The element or record in question, such as `Record`.
    public var element: String
    /// The problem. Never contains a health value.
    public var reason: String

    /// Creates a diagnostic from its parts.
    public init(severity: Severity, file: String, line: Int, element: String, reason: String) {
        self.severity = severity
        self.file = file
        self.line = line
        self.element = element
        self.reason = reason
    }

    /// The diagnostic in one line: file, line if there is one, element, reason.
    public var description: String {
        let place = [file, line > 0 ? String(line) : ""].filter { !$0.isEmpty }.joined(separator: ":")
        return [place, element, reason].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
