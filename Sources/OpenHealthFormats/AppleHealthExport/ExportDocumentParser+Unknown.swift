// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An element that nobody knows, between its start and its end tag.
struct PendingUnknown {
    var name = ""
    var parent = ""
    /// The element so far, as written.
    var xml: [UInt8] = []
    /// The names of the elements in it that are open, as written, the outermost first.
    var open: [[UInt8]] = []
    /// Whether it is larger than anything that can be kept.
    var isTooLarge = false
}

extension ExportDocumentParser {
    /// The most bytes of an unknown element that are kept.
    private static let largestUnknown = XMLByteScanner.longestMarkup

    /// Begins an element that nobody knows where it stands.
    mutating func startUnknown(in parent: String, closed: Bool) {
        let name = scanner.name.text.string
        tally.count(unknownElement: name)
        unknown = PendingUnknown(name: name, parent: parent)
        keepUnknown(scanner.tagBytes)
        if closed {
            deliverUnknown()
        } else {
            scanner.text.removeAll(keepingCapacity: true)
            scanner.keepsText = true
            openUnknown()
        }
    }

    /// Takes over a tag inside an element that nobody knows.
    mutating func continueUnknown(closed: Bool) {
        takeText()
        keepUnknown(scanner.tagBytes)
        if !closed { openUnknown() }
    }

    /// Ends an element that nobody knows, or one inside it.
    mutating func finishUnknown() throws {
        takeText()
        keepUnknown(Array("</".utf8) + (unknown.open.popLast() ?? []) + Array(">".utf8))
        guard unknown.open.isEmpty else { return }
        scanner.keepsText = false
        if unknown.isTooLarge {
            try report(
                .rejected, DiagnosticText.short(unknown.name),
                "nobody knows the element, and it is larger than \(Self.largestUnknown >> 20) MiB; it was left out")
            unknown = PendingUnknown()
        } else {
            deliverUnknown()
        }
    }

    private mutating func openUnknown() {
        unknown.open.append(Array(UnsafeBufferPointer(start: scanner.name.start, count: scanner.name.count)))
        push(.unknown)
    }

    private mutating func takeText() {
        keepUnknown(scanner.text)
        scanner.text.removeAll(keepingCapacity: true)
    }

    private mutating func keepUnknown(_ bytes: some Collection<UInt8>) {
        guard !unknown.isTooLarge, unknown.xml.count + bytes.count <= Self.largestUnknown else {
            unknown.isTooLarge = true
            unknown.xml = []
            return
        }
        let before = unknown.xml.count
        unknown.xml += bytes.lazy.filter { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
        tally.illegalBytes += before + bytes.count - unknown.xml.count
    }

    private mutating func deliverUnknown() {
        let (xml, illegalBytes) = DecodedText.repaired(unknown.xml)
        tally.illegalBytes += illegalBytes
        itemWeight += 1 + unknown.xml.count / 64
        batch.items.append(
            .unknownElement(UnknownElementFacts(name: unknown.name, parent: unknown.parent, xml: xml)))
        unknown = PendingUnknown()
    }
}
