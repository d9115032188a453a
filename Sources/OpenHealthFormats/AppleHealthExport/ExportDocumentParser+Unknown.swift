// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An unknown element.
struct UnknownElement {
    let name: String
    /// The name as written.
    let tag: [UInt8]
    /// The name of the element that contains it.
    let parent: String
    /// The contents of the element so far, as written.
    private(set) var xml: [UInt8] = []
    /// Whether the element exceeds the maximum size.
    private(set) var isTooLarge = false

    /// The maximum size of an element that is kept, in bytes.
    static let largest = XMLByteScanner.maximumMarkupLength

    init(_ name: ByteSlice, in parent: String) {
        self.name = name.text.string
        tag = Array(UnsafeBufferPointer(start: name.start, count: name.count))
        self.parent = parent
    }

    /// Appends bytes of the element as written.
    /// - Returns: The number of omitted bytes that are invalid in XML.
    mutating func append(_ bytes: some Collection<UInt8>) -> Int {
        guard !isTooLarge, xml.count + bytes.count <= Self.largest else {
            isTooLarge = true
            xml = []
            return 0
        }
        let before = xml.count
        xml += bytes.lazy.filter { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
        return before + bytes.count - xml.count
    }

    /// Appends the end tag of an element.
    mutating func appendEnd(_ name: [UInt8]) -> Int {
        append(Array("</".utf8) + name + Array(">".utf8))
    }
}

extension ExportDocumentParser {
    /// Begins an unknown element.
    mutating func startUnknown(in parent: String, closed: Bool) {
        var element = UnknownElement(scanner.name, in: parent)
        tally.count(unknownElement: element.name)
        tally.illegalBytes += element.append(scanner.tagBytes)
        if closed {
            deliver(element)
        } else {
            scanner.text.removeAll(keepingCapacity: true)
            scanner.keepsText = true
            push(.unknown(Pending(element)))
        }
    }

    /// Appends a tag inside an unknown element.
    mutating func continueUnknown(_ element: Pending<UnknownElement>, closed: Bool) {
        takeText(into: element)
        tally.illegalBytes += element.value.append(scanner.tagBytes)
        guard !closed else { return }
        let name = Array(UnsafeBufferPointer(start: scanner.name.start, count: scanner.name.count))
        push(.unknownPart(of: element, name: name))
    }

    /// Ends an element inside an unknown one.
    mutating func finishUnknownPart(_ name: [UInt8], of element: Pending<UnknownElement>) {
        takeText(into: element)
        tally.illegalBytes += element.value.appendEnd(name)
    }

    /// Ends an unknown element.
    mutating func finishUnknown(_ element: Pending<UnknownElement>) throws {
        finishUnknownPart(element.value.tag, of: element)
        scanner.keepsText = false
        if element.value.isTooLarge {
            try report(
                .rejected, DiagnosticText.short(element.value.name),
                "unknown element of more than \(UnknownElement.largest >> 20) MiB; it was left out")
        } else {
            deliver(element.value)
        }
    }

    /// Appends the text since the previous tag.
    private mutating func takeText(into element: Pending<UnknownElement>) {
        tally.illegalBytes += element.value.append(scanner.text)
        scanner.text.removeAll(keepingCapacity: true)
    }

    private mutating func deliver(_ element: UnknownElement) {
        let (xml, illegalBytes) = DecodedText.repaired(element.xml)
        tally.illegalBytes += illegalBytes
        itemWeight += 1 + element.xml.count / 64
        batch.items.append(
            .unknownElement(UnknownElementData(name: element.name, parent: element.parent, xml: xml)))
    }
}

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
