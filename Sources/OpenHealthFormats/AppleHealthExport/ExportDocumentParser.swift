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

extension ExportDocumentParser {
    /// An element between its start tag and its end tag, with the data that has been read.
    ///
    /// Each kind of element has a case with the values of that kind, so nothing can be added to an element that is not open. An
    /// element that belongs to another one also has the values of that one.
    enum Frame {
        /// The document around the root element.
        case document
        /// The root element.
        case healthData
        /// A valid record.
        case record(OpenRecord)
        /// A record that was omitted. Its metadata and heartbeats are counted and omitted too.
        case rejectedRecord
        /// The heartbeats of a record; nil if the record was omitted.
        case beatList(Pending<[Beat]>?)
        case correlation(Pending<CorrelationData>)
        case workout(Pending<WorkoutData>)
        case event(Pending<WorkoutEventData>, of: EventOwner)
        case activity(Pending<WorkoutActivityData>, of: Pending<WorkoutData>)
        case route(Pending<WorkoutRouteData>, of: Pending<WorkoutData>)
        case zoneGroup(Pending<WorkoutZoneGroupData>, of: Pending<WorkoutData>)
        case audiogram(Pending<AudiogramData>)
        case vision(Pending<VisionPrescriptionData>)
        /// An element without contents, written with an end tag.
        case leaf
        /// An element that was omitted, with its contents.
        case skipped
        /// An unknown element, which is kept as is.
        case unknown(Pending<UnknownElement>)
        /// An element inside an unknown one, with its name as written.
        case unknownPart(of: Pending<UnknownElement>, name: [UInt8])
    }

    /// An open element, with the hash of its name for comparison with its end tag.
    struct OpenElement {
        var frame: Frame
        var name: ContentHash
    }

    /// The values of an open element.
    ///
    /// A class, so that nested elements add to it in place: a frame that is read from the stack shares its arrays with the stack,
    /// and a change would copy them. Records, by far the most frequent elements, do not need it.
    final class Pending<Value> {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    /// A record between its start and its end tag.
    struct OpenRecord {
        var row: SampleRow
        /// The element that contains the record.
        let owner: RecordOwner
        /// The heartbeats; nil if the record has no list of them.
        var beats: Pending<[Beat]>?
    }

    /// The elements that can contain records.
    enum RecordOwner {
        case healthData
        case correlation(Pending<CorrelationData>)
        case workout(Pending<WorkoutData>)
    }

    /// The elements that can contain events.
    enum EventOwner {
        case workout(Pending<WorkoutData>)
        case activity(Pending<WorkoutActivityData>)
    }
}

extension ExportDocumentParser.Frame {
    /// Whether the frame is that of the root element.
    var isHealthData: Bool {
        if case .healthData = self { true } else { false }
    }

    /// Whether the frame is that of an unknown element, or of an element inside one.
    var isUnknown: Bool {
        switch self {
        case .unknown, .unknownPart: true
        default: false
        }
    }

    /// Whether the frame is that of an element that never contains records. Unknown elements can contain anything.
    var neverHoldsRecords: Bool {
        switch self {
        case .record, .rejectedRecord, .beatList, .leaf, .skipped: true
        default: false
        }
    }
}

/// The root element of the document, the elements of the top level, and the end of the document.
extension ExportDocumentParser {
    /// The state of the root element.
    enum Root {
        case notBegun, open, ended
    }

    /// Reads the start tag of the root element, or of an element after its end.
    mutating func startRoot(closed: Bool) throws {
        guard root == .notBegun else {
            startUnknown(in: "the document, after its end", closed: closed)
            return
        }
        guard scanner.name.equals("HealthData") else {
            throw FormatError.notAnExport(
                file: file, line: scanner.line,
                detail: "its root element is \(DiagnosticText.short(scanner.name)), not HealthData")
        }
        root = closed ? .ended : .open
        scanner.isInProlog = false
        rootInfo.locale = scanner.attribute("locale")?.text.string
        rootInfo.version = scanner.exportVersion
        batch.items.append(.exportInfo(rootInfo))
        push(.healthData, unless: closed)
    }

    /// Reads the start tag of a top-level element.
    mutating func startTopLevel(closed: Bool) throws {
        let name = scanner.name
        if name.equals("Record") {
            try startRecord(in: .healthData, closed: closed)
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
            push(.leaf, unless: closed)
        } else {
            startUnknown(in: "HealthData", closed: closed)
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
        push(.leaf, unless: closed)
    }

    /// Reports a malformed tag, and omits its element with its contents.
    mutating func malformed(_ reason: String, closed: Bool) throws {
        if root == .notBegun {
            throw FormatError.notAnExport(file: file, line: scanner.line, detail: "its first tag is broken: \(reason)")
        }
        if scanner.name.equals("Record") {
            tally.countRejected(type: "")
        }
        try report(.rejected, DiagnosticText.short(scanner.name), "the tag is broken: \(reason)")
        push(.skipped, unless: closed)
    }

    /// Ends the document: elements that are still open were truncated.
    mutating func finish() throws {
        sawEnd = true
        guard root != .notBegun else {
            throw FormatError.notAnExport(file: file, detail: "it contains no HealthData element")
        }
        if root == .open {
            guard options.partial else {
                throw FormatError(
                    .truncated, file: file, line: scanner.line,
                    message: "the file ends here, before the end of its HealthData element",
                    remedy: "export again on the phone (with more free space), or import the intact part with --partial"
                )
            }
            try cutOff("the file ends here, before the end of its HealthData element")
        } else if scanner.endedInsideMarkup {
            try report(.warning, "HealthData", "the file ends inside a tag after the end of the document")
        }
        if scanner.strayBytes > 0 {
            tally.illegalBytes += scanner.strayBytes
            try report(
                .warning, "HealthData", "\(scanner.strayBytes) bytes of text between elements were skipped",
                line: 0)
        }
    }

    /// Returns whether an error means that the rest of the document is missing and the part before it is valid.
    static func isCutOff(_ code: FormatError.Code) -> Bool {
        code == .truncated || code == .corruptArchive
    }

    /// Ends a truncated document.
    mutating func cutOff(_ reason: String) throws {
        sawEnd = true
        tally.complete = false
        try report(.warning, "HealthData", reason)
    }
}

/// Diagnostics and the values of attributes of all elements.
extension ExportDocumentParser {
    /// A description of the dates that ``parseExportDate(_:_:)`` accepts, for messages.
    static let aDate = "a date of the form yyyy-MM-dd HH:mm:ss ±HHMM from 1900 to 9999"

    /// Reports a problem of the input.
    /// - Throws: An error with the same message if the reader is strict and something was omitted.
    mutating func report(
        _ severity: ImportDiagnostic.Severity, _ element: String, _ reason: String, line: Int? = nil
    ) throws {
        tally.diagnosticCount += 1
        let keeps = tally.diagnosticCount <= ReaderTally.diagnosticLimit
        guard keeps || options.strict else { return }
        let diagnostic = ImportDiagnostic(
            severity: severity, file: file, line: line ?? scanner.line, element: element, reason: reason)
        if options.strict, severity == .rejected { throw FormatError.rejected(diagnostic) }
        if keeps { batch.diagnostics.append(diagnostic) }
    }

    /// Reports attributes that no version of the format has, for an element that cannot keep them.
    mutating func reportUnknownAttributes(_ element: String, besides known: Set<String>) throws {
        for index in 0..<scanner.attributeCount where !known.contains(scanner.attributes[index].name.text.string) {
            try report(
                .warning, element,
                "its attribute \(DiagnosticText.short(scanner.attributes[index].name)) is unknown and was left out")
        }
    }

    /// Returns the date in an attribute, or nil if it is not a date.
    @inline(__always)
    mutating func date(_ slice: ByteSlice) -> (seconds: Int64, offset: Int32)? {
        if let date = parseExportDate(slice.start, slice.count) { return date }
        return slice.needsDecoding ? decoded(slice) { parseExportDate($0, $1) } : nil
    }

    /// Returns the number in an attribute, or nil if it is not a number.
    @inline(__always)
    mutating func decimal(_ slice: ByteSlice) -> Double? {
        if let number = parseDouble(slice.start, slice.count) { return number }
        return slice.needsDecoding ? decoded(slice) { parseDouble($0, $1) } : nil
    }

    /// Parses the decoded value of an attribute: numbers and dates can contain references, line breaks or invalid bytes.
    @inline(never)
    private mutating func decoded<Value>(
        _ slice: ByteSlice, _ parse: (UnsafePointer<UInt8>, Int) -> Value?
    ) -> Value? {
        let text = slice.text
        let value = Array(text.string.utf8).withUnsafeBufferPointer { bytes -> Value? in
            guard let base = bytes.baseAddress else { return nil }
            let trimmed = ByteSlice(start: base, count: bytes.count).trimmed
            return parse(trimmed.start, trimmed.count)
        }
        if value != nil { tally.illegalBytes += text.illegalBytes }
        return value
    }

    /// Returns the date in an attribute of the tag, in seconds since 1970, or nil if it is missing or not a date.
    mutating func date(_ name: StaticString) -> Double? {
        guard let slice = scanner.attribute(name) else { return nil }
        return date(slice).map { Double($0.seconds) }
    }

    /// Returns the number in an attribute of the tag, or nil if it is missing or not a number.
    mutating func number(_ name: StaticString) -> Double? {
        guard let slice = scanner.attribute(name) else { return nil }
        return decimal(slice)
    }

    /// Returns the attributes of the tag as strings, in order, except for those named.
    mutating func allAttributes(except known: Set<String> = []) -> [MetadataPair] {
        var pairs: [MetadataPair] = []
        for index in 0..<scanner.attributeCount {
            let name = scanner.attributes[index].name.text
            if known.contains(name.string) { continue }
            let value = scanner.attributes[index].value.text
            tally.illegalBytes += value.illegalBytes
            pairs.append(MetadataPair(key: name.string, value: value.string))
        }
        return pairs
    }

    /// Returns an attribute of the tag as a string.
    mutating func text(_ name: StaticString) -> String? {
        guard let slice = scanner.attribute(name) else { return nil }
        let text = slice.text
        tally.illegalBytes += text.illegalBytes
        return text.string
    }
}

extension CivilDay {
    /// Returns whether a string is a day of the form `2024-03-10`.
    static func isValid(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            text.utf8.allSatisfy({ $0 == 0x2d || ($0 >= 0x30 && $0 <= 0x39) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return false }
        return year >= 1900 && (1...12).contains(month) && day >= 1 && day <= daysInMonth(year: year, month: month)
    }
}
