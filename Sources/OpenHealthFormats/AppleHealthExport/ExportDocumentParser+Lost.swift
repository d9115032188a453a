// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Elements that were omitted, and elements without an end tag.
extension ExportDocumentParser {
    private static func hash(_ name: StaticString) -> ContentHash {
        ByteSlice(start: name.utf8Start, count: name.utf8CodeUnitCount).hash
    }

    /// The elements that can contain records.
    private static let recordHolders = [hash("Workout"), hash("Correlation")]

    /// Counts a tag inside an omitted element, which is omitted too.
    mutating func startInSkipped(closed: Bool) throws {
        if try endLostElement(closed: closed) { return }
        if scanner.name.equals("MetadataEntry") {
            tally.metadataEntries += 1
        } else if scanner.name.equals("Record") {
            tally.countRejected(type: text("type") ?? "")
        }
        push(.skipped, unless: closed)
    }

    /// Handles an unexpected tag: either the previous element has lost its end tag, or the tag is unknown.
    mutating func startUnexpected(in parent: String, closed: Bool) throws {
        if try !endLostElement(closed: closed) { startUnknown(in: parent, closed: closed) }
    }

    /// Ends the open elements that cannot contain the tag, because their end tags must have been lost, and begins the tag's
    /// element where it belongs. Otherwise one malformed tag could omit everything after it.
    /// - Returns: False if no end tag was lost.
    private mutating func endLostElement(closed: Bool) throws -> Bool {
        let isRecord = scanner.name.equals("Record")
        guard isRecord ? open[open.count - 1].frame.neverHoldsRecords : standsOnlyAtTop(scanner.name),
            open.count > 2, open[1].frame.isHealthData, !open.contains(where: \.frame.isUnknown)
        else { return false }
        let holder = isRecord ? open.lastIndex { Self.recordHolders.contains($0.name) } ?? 1 : 1
        guard holder < open.count - 1 else { return false }
        try report(
            .warning, DiagnosticText.short(scanner.name),
            "it begins inside an element that cannot contain it, which was treated as ending before it")
        while open.count - 1 > holder { try close() }
        try start(closed: closed)
        return true
    }

    private func standsOnlyAtTop(_ name: ByteSlice) -> Bool {
        name.equals("Workout") || name.equals("Correlation") || name.equals("ActivitySummary")
            || name.equals("ClinicalRecord") || name.equals("Audiogram") || name.equals("VisionPrescription")
            || name.equals("ExportDate") || name.equals("Me")
    }
}
