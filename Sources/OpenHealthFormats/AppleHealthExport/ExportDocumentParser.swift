// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Turns the main document of an export into batches: the grammar over the scanner's tags.
///
/// Nothing is assumed about the order of elements or attributes. An element in a place where nobody expects it
/// is kept as an unknown one; a record that cannot be right is left out and reported with its line.
struct ExportDocumentParser: ~Copyable {
    /// What an open element is.
    enum Context: UInt8 {
        case document, healthData, record, beatList, correlation, workout, event, activity, route, zoneGroup
        case audiogram, vision
        /// An element that holds nothing, written with an end tag.
        case leaf
        /// An element that was left out; what it holds is left out with it.
        case skipped
        /// An element that nobody knows, kept as it is.
        case unknown
    }

    struct OpenElement {
        var context: Context
        var name: ContentHash
    }

    var scanner: XMLByteScanner
    let file: String
    let options: AppleHealthExportReader.Options

    var batch = SampleBatch()
    var types = RecordTypes()
    var provenances = Provenances()
    var metadata = MetadataInterner()
    /// The raw values of categories by the names that stand for them, as written.
    var categoryValues: [ContentHash: Double] = [:]
    var tally = ReaderTally()

    var open: [OpenElement] = [OpenElement(context: .document, name: .empty)]
    var sawRoot = false
    private(set) var sawEnd = false
    var sawRootEnd = false
    var rootInfo = ExportInfo()
    /// How much the current batch holds besides its rows, in rows' worth.
    var itemWeight = 0

    // What is being read; each is set between the start and the end tag of its element.
    var record = PendingRecord()
    var correlation: CorrelationFacts?
    var workout: WorkoutFacts?
    var event: WorkoutEventFacts?
    var activity: WorkoutActivityFacts?
    var route: WorkoutRouteFacts?
    var audiogram: AudiogramFacts?
    var vision: VisionPrescriptionFacts?
    var unknown = PendingUnknown()

    /// The files that workouts and clinical records have named.
    var routeFiles: [String] = []

    init(source: any ByteSource, file: String, options: AppleHealthExportReader.Options) {
        scanner = XMLByteScanner(source: source, file: file)
        self.file = file
        self.options = options
    }

    /// Rows in a full batch.
    static let batchSize = 16_384
    /// Bytes of the document after which a batch is full, whatever it holds.
    private static let batchBytes: Int64 = 32 << 20
    /// The most bytes that one element of the top level may take: it is held in memory until it ends.
    private static let longestElement: Int64 = 256 << 20
    /// How deep elements may be nested. Real ones reach six.
    private static let deepestNesting = 256

    /// The next batch of the document, or nil at its end.
    ///
    /// A batch ends between two elements of the top level, since the records inside an element name texts of
    /// the batch that it goes out with.
    mutating func nextBatch() throws -> SampleBatch? {
        if sawEnd { return nil }
        batch.oldestMetadata = metadata.startBatch()
        batch.rows.reserveCapacity(Self.batchSize)
        let start = scanner.bytesRead
        while true {
            let bytes = scanner.bytesRead - start
            if batch.rows.count + itemWeight >= Self.batchSize || bytes >= Self.batchBytes {
                if open.count <= 2 { break }
                if bytes > Self.batchBytes + Self.longestElement { throw endlessElement() }
            }
            do {
                if try step() { continue }
                try finish()
            } catch let error as FormatError where options.partial && sawRoot && Self.isCutOff(error.code) {
                try cutOff(error.message)
            }
            break
        }
        tally.bytesRead = scanner.bytesRead
        batch.tally = tally
        itemWeight = 0
        let full = batch
        batch = SampleBatch()
        return full
    }

    /// Reads one tag; false at the end of the document.
    private mutating func step() throws -> Bool {
        switch try scanner.next() {
        case .startTag(let closed):
            try start(closed: closed)
            if open.count > Self.deepestNesting { throw nestedTooDeep() }
        case .endTag:
            try end()
        case .malformedTag(let reason, let closed):
            try malformed(reason, closed: closed)
        case .end:
            return false
        }
        return true
    }

    mutating func start(closed: Bool) throws {
        switch open[open.count - 1].context {
        case .healthData: try startTopLevel(closed: closed)
        case .record: try startInRecord(closed: closed)
        case .beatList: try startInBeatList(closed: closed)
        case .correlation: try startInCorrelation(closed: closed)
        case .workout: try startInWorkout(closed: closed)
        case .event: try startInEvent(closed: closed)
        case .activity: try startInActivity(closed: closed)
        case .route: try startInRoute(closed: closed)
        case .zoneGroup: try startInZoneGroup(closed: closed)
        case .audiogram: try startInAudiogram(closed: closed)
        case .vision: try startInVision(closed: closed)
        case .unknown: continueUnknown(closed: closed)
        case .leaf:
            try startUnexpected(in: "an element that should be empty", closed: closed)
        case .skipped: try startInSkipped(closed: closed)
        case .document: try startRoot(closed: closed)
        }
    }

    private mutating func startTopLevel(closed: Bool) throws {
        let name = scanner.name
        if name.equals("Record") {
            try startRecord(closed: closed)
        } else if name.equals("Workout") {
            try startWorkout(closed: closed)
        } else if name.equals("Correlation") {
            try startCorrelation(closed: closed)
        } else if name.equals("ActivitySummary") {
            try readActivitySummary(closed: closed)
        } else if name.equals("ClinicalRecord") {
            try readClinicalRecord(closed: closed)
        } else if name.equals("Audiogram") {
            try startAudiogram(closed: closed)
        } else if name.equals("VisionPrescription") {
            try startVision(closed: closed)
        } else if name.equals("ExportDate") {
            try readExportDate(closed: closed)
        } else if name.equals("Me") {
            batch.items.append(.characteristics(allAttributes()))
            if !closed { push(.leaf) }
        } else {
            startUnknown(in: "HealthData", closed: closed)
        }
    }

    private mutating func startRoot(closed: Bool) throws {
        guard scanner.name.equals("HealthData"), !sawRoot else {
            if sawRoot {
                startUnknown(in: "the document, after its end", closed: closed)
                return
            }
            throw FormatError.notAnExport(
                file: file, line: scanner.line,
                detail: "its root element is \(DiagnosticText.short(scanner.name)), not HealthData")
        }
        sawRoot = true
        scanner.isInProlog = false
        rootInfo.locale = scanner.attribute("locale")?.text.string
        rootInfo.version = scanner.exportVersion
        batch.items.append(.exportInfo(rootInfo))
        if closed {
            sawRootEnd = true
        } else {
            push(.healthData)
        }
    }

    private mutating func readExportDate(closed: Bool) throws {
        if let value = scanner.attribute("value"), let date = date(value) {
            rootInfo.exportDate = Double(date.seconds)
            rootInfo.offset = Int(date.offset)
            batch.items.append(.exportInfo(rootInfo))
        } else {
            try report(.warning, "ExportDate", "its value is not \(Self.aDate); it was left out")
        }
        if !closed { push(.leaf) }
    }

    /// Opens an element.
    mutating func push(_ context: Context) {
        open.append(OpenElement(context: context, name: scanner.name.hash))
    }

    private mutating func end() throws {
        let name = scanner.name.hash
        if open[open.count - 1].name == name {
            try close()
            return
        }
        guard let match = open.lastIndex(where: { $0.name == name }), match > 0 else {
            try report(
                .warning, DiagnosticText.short(scanner.name),
                "an end tag that belongs to no open element was passed over")
            return
        }
        try report(
            .warning, DiagnosticText.short(scanner.name),
            "it ends while an element inside it is still open; that one was taken to end here too")
        while open.count > match { try close() }
    }

    /// Closes the innermost element.
    mutating func close() throws {
        let context = open.removeLast().context
        switch context {
        case .record: try finishRecord()
        case .correlation: finishCorrelation()
        case .workout: finishWorkout()
        case .event: finishEvent()
        case .activity: finishActivity()
        case .route: finishRoute()
        case .audiogram: finishAudiogram()
        case .vision: finishVision()
        case .unknown: try finishUnknown()
        case .healthData: sawRootEnd = true
        case .document, .beatList, .zoneGroup, .leaf, .skipped: break
        }
    }

    private mutating func malformed(_ reason: String, closed: Bool) throws {
        if open[open.count - 1].context == .document, !sawRoot {
            throw FormatError.notAnExport(file: file, line: scanner.line, detail: "its first tag is broken: \(reason)")
        }
        if scanner.name.equals("Record") {
            tally.countRejected(type: "")
        }
        try report(.rejected, DiagnosticText.short(scanner.name), "the tag is broken: \(reason)")
        if !closed { push(.skipped) }
    }

    private func endlessElement() -> FormatError {
        FormatError(
            .tooLarge, file: file, line: scanner.line,
            message: "one element has gone on for more than \(Self.longestElement >> 20) MiB and has not ended",
            remedy: "export again on the phone; no export has such an element")
    }

    private func nestedTooDeep() -> FormatError {
        FormatError(
            .malformed, file: file, line: scanner.line,
            message: "elements are nested more than \(Self.deepestNesting) deep",
            remedy: "export again on the phone; do not trust this file")
    }

    /// Ends the document: what is still open was cut off.
    private mutating func finish() throws {
        sawEnd = true
        guard sawRoot else {
            throw FormatError.notAnExport(file: file, detail: "it holds no HealthData element")
        }
        if !sawRootEnd {
            guard options.partial else {
                throw FormatError(
                    .truncated, file: file, line: scanner.line,
                    message: "the file ends here, before the end of its HealthData element",
                    remedy: "export again on the phone (with more free space), or take what is there with --partial")
            }
            try cutOff("the file ends here, before the end of its HealthData element")
        } else if scanner.endedInsideMarkup {
            try report(.warning, "HealthData", "the file ends inside a tag after the end of the document")
        }
        if scanner.strayBytes > 0 {
            tally.illegalBytes += scanner.strayBytes
            try report(
                .warning, "HealthData", "\(scanner.strayBytes) bytes of text between elements were passed over",
                line: 0)
        }
    }

    /// Whether an error means that the rest of the document is missing, and what came before is good.
    private static func isCutOff(_ code: FormatError.Code) -> Bool {
        code == .truncated || code == .corruptArchive
    }

    private mutating func cutOff(_ reason: String) throws {
        sawEnd = true
        tally.complete = false
        try report(.warning, "HealthData", reason)
    }
}
