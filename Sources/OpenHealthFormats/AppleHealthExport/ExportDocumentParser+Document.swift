// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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
