// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Parses the main document of an export into batches. It implements the grammar on top of the scanner's tags.
///
/// The order of elements and attributes does not matter. An element in an unexpected place is kept as an unknown one; an invalid
/// record is omitted and reported with its line.
struct ExportDocumentParser: ~Copyable {
    var scanner: XMLByteScanner
    let file: String
    let options: AppleHealthExportReader.Options

    var batch = SampleBatch()
    var types = RecordTypes()
    var provenances = Provenances()
    var metadata = MetadataInterner()
    /// The raw values of categories by their names as written.
    var categoryValues: [ContentHash: RecordValue] = [:]
    var tally = ReaderTally()

    /// The open elements, the innermost last.
    var open: [OpenElement] = [OpenElement(frame: .document, name: .empty)]
    var root = Root.notBegun
    var sawEnd = false
    var rootInfo = ExportInfo()
    /// The size of the items in the current batch, expressed as a number of rows.
    var itemWeight = 0

    /// The files that workouts and clinical records have referenced.
    var routeFiles: [String] = []

    init(source: any ByteSource, file: String, options: AppleHealthExportReader.Options) {
        scanner = XMLByteScanner(source: source, file: file)
        self.file = file
        self.options = options
    }

    /// The number of rows in a full batch.
    static let batchSize = 16_384
    /// The number of bytes of the document after which a batch is full, regardless of its contents.
    private static let batchBytes: Int64 = 32 << 20
    /// The maximum size of a top-level element, in bytes: the element is kept in memory until it ends.
    private static let maximumElementLength: Int64 = 256 << 20
    /// The maximum nesting depth of elements. Real exports reach six.
    private static let deepestNesting = 256

    /// Returns the next batch of the document, or nil at its end.
    ///
    /// A batch ends between two top-level elements, because the records inside an element refer to strings of their batch.
    mutating func nextBatch() throws -> SampleBatch? {
        if sawEnd { return nil }
        batch.oldestMetadata = metadata.startBatch()
        batch.rows.reserveCapacity(Self.batchSize)
        let start = scanner.bytesRead
        while true {
            let bytes = scanner.bytesRead - start
            if batch.rows.count + itemWeight >= Self.batchSize || bytes >= Self.batchBytes {
                if open.count <= 2 { break }
                if bytes > Self.batchBytes + Self.maximumElementLength { throw endlessElement() }
            }
            do {
                if try step() { continue }
                try finish()
            } catch let error as FormatError where options.partial && root != .notBegun && Self.isCutOff(error.code) {
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

    /// Reads one tag; returns false at the end of the document.
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

    /// Reads a start tag in the context of the innermost open element.
    mutating func start(closed: Bool) throws {
        switch open[open.count - 1].frame {
        case .healthData: try startTopLevel(closed: closed)
        case .record: try startInRecord(isKept: true, closed: closed)
        case .rejectedRecord: try startInRecord(isKept: false, closed: closed)
        case .beatList(let beats): try startInBeatList(beats, closed: closed)
        case .correlation(let correlation): try startInCorrelation(correlation, closed: closed)
        case .workout(let workout): try startInWorkout(workout, closed: closed)
        case .event(let event, _): try startInEvent(event, closed: closed)
        case .activity(let activity, _): try startInActivity(activity, closed: closed)
        case .route(let route, _): try startInRoute(route, closed: closed)
        case .zoneGroup(let group, _): try startInZoneGroup(group, closed: closed)
        case .audiogram(let audiogram): try startInAudiogram(audiogram, closed: closed)
        case .vision(let prescription): try startInVision(prescription, closed: closed)
        case .unknown(let element), .unknownPart(let element, _): continueUnknown(element, closed: closed)
        case .leaf: try startUnexpected(in: "an element that should be empty", closed: closed)
        case .skipped: try startInSkipped(closed: closed)
        case .document: try startRoot(closed: closed)
        }
    }

    /// Opens the element of the current tag.
    mutating func push(_ frame: Frame) {
        open.append(OpenElement(frame: frame, name: scanner.name.hash))
    }

    /// Opens the element of the current tag, unless the tag closes itself.
    @inline(__always)
    mutating func push(_ frame: Frame, unless closed: Bool) {
        if !closed { push(frame) }
    }

    /// Begins an element with its attributes, which is delivered at once if it is empty.
    /// - Parameter value: The attributes; nil skips the element.
    mutating func start<Value>(
        _ value: Value?, closed: Bool, as frame: (Pending<Value>) -> Frame, deliver: (inout Self, Value) -> Void
    ) {
        guard let value else { return push(.skipped, unless: closed) }
        if closed {
            deliver(&self, value)
        } else {
            push(frame(Pending(value)))
        }
    }

    /// Reads an end tag.
    private mutating func end() throws {
        let name = scanner.name.hash
        if open[open.count - 1].name == name {
            try close()
            return
        }
        guard let match = open.lastIndex(where: { $0.name == name }), match > 0 else {
            try report(
                .warning, DiagnosticText.short(scanner.name),
                "an end tag without an open element was skipped")
            return
        }
        try report(
            .warning, DiagnosticText.short(scanner.name),
            "it ends before an element inside it, which was treated as ending here, too")
        while open.count > match { try close() }
    }

    /// Closes the innermost element.
    mutating func close() throws {
        switch open.removeLast().frame {
        case .record(let record): finish(record)
        case .correlation(let correlation): deliver(correlation.value)
        case .workout(let workout): deliver(workout.value)
        case .event(let event, let owner): finish(event.value, in: owner)
        case .activity(let activity, let workout): workout.value.activities.append(activity.value)
        case .route(let route, let workout): workout.value.routes.append(route.value)
        case .zoneGroup(let group, let workout): workout.value.zoneGroups.append(group.value)
        case .audiogram(let audiogram): deliver(audiogram.value)
        case .vision(let prescription): deliver(prescription.value)
        case .unknown(let element): try finishUnknown(element)
        case .unknownPart(let element, let name): finishUnknownPart(name, of: element)
        case .healthData: root = .ended
        case .document, .rejectedRecord, .beatList, .leaf, .skipped: break
        }
    }

    private func endlessElement() -> FormatError {
        FormatError(
            .tooLarge, file: file, line: scanner.line,
            message: "an element is longer than \(Self.maximumElementLength >> 20) MiB",
            remedy: "export again on the phone; no export has such an element")
    }

    private func nestedTooDeep() -> FormatError {
        FormatError(
            .malformed, file: file, line: scanner.line,
            message: "elements are nested more than \(Self.deepestNesting) deep",
            remedy: "export again on the phone; do not trust this file")
    }
}

extension ExportDocumentParser {
    /// Reads the start tag of an activity summary.
    mutating func readActivitySummary(closed: Bool) throws {
        if let day = text("dateComponents"), CivilDay.isValid(day) {
            let values = allAttributes(except: ["dateComponents"])
            batch.items.append(.activitySummary(ActivitySummaryData(day: day, values: values)))
            itemWeight += 4
        } else {
            try report(
                .rejected, "ActivitySummary",
                "its dateComponents is missing or not a day of the form yyyy-MM-dd from 1900 to 9999")
        }
        push(.leaf, unless: closed)
    }
}

extension ExportDocumentParser {
    /// Reads the start tag of a clinical record.
    mutating func readClinicalRecord(closed: Bool) throws {
        defer { push(.leaf, unless: closed) }
        guard let received = date("receivedDate") else {
            try report(.rejected, "ClinicalRecord", "its receivedDate is missing or not \(Self.aDate)")
            return
        }
        batch.items.append(
            .clinicalRecord(
                ClinicalRecordData(
                    type: text("type") ?? "", identifier: text("identifier") ?? "",
                    sourceName: text("sourceName") ?? "", sourceURL: text("sourceURL") ?? "",
                    fhirVersion: text("fhirVersion") ?? "", receivedDate: received,
                    resourcePath: text("resourceFilePath") ?? "", resource: nil)))
        itemWeight += 64
        try reportUnknownAttributes("ClinicalRecord", besides: Self.clinicalAttributes)
    }

    private static let clinicalAttributes: Set<String> = [
        "type", "identifier", "sourceName", "sourceURL", "fhirVersion", "receivedDate", "resourceFilePath",
    ]
}
