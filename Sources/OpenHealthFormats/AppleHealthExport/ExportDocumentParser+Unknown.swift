// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An element that is not known.
struct UnknownElement {
    let name: String
    /// The name as written.
    let tag: [UInt8]
    /// The element that it stands in.
    let parent: String
    /// The element so far, as written.
    private(set) var xml: [UInt8] = []
    /// Whether it is larger than anything that can be kept.
    private(set) var isTooLarge = false

    /// The most bytes of an element that are kept.
    static let largest = XMLByteScanner.maximumMarkupLength

    init(_ name: ByteSlice, in parent: String) {
        self.name = name.text.string
        tag = Array(UnsafeBufferPointer(start: name.start, count: name.count))
        self.parent = parent
    }

    /// Adds what follows in the element, as written.
    /// - Returns: the number of bytes that were left out because XML does not allow them.
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

    /// Adds the end tag of an element.
    mutating func appendEnd(_ name: [UInt8]) -> Int {
        append(Array("</".utf8) + name + Array(">".utf8))
    }
}

extension ExportDocumentParser {
    /// Begins an element that is not known where it stands.
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

    /// Takes over a tag inside an element that is not known.
    mutating func continueUnknown(_ element: Pending<UnknownElement>, closed: Bool) {
        takeText(into: element)
        tally.illegalBytes += element.value.append(scanner.tagBytes)
        guard !closed else { return }
        let name = Array(UnsafeBufferPointer(start: scanner.name.start, count: scanner.name.count))
        push(.unknownPart(of: element, name: name))
    }

    /// Ends an element inside one that is not known.
    mutating func finishUnknownPart(_ name: [UInt8], of element: Pending<UnknownElement>) {
        takeText(into: element)
        tally.illegalBytes += element.value.appendEnd(name)
    }

    /// Ends an element that is not known.
    mutating func finishUnknown(_ element: Pending<UnknownElement>) throws {
        finishUnknownPart(element.value.tag, of: element)
        scanner.keepsText = false
        if element.value.isTooLarge {
            try report(
                .rejected, DiagnosticText.short(element.value.name),
                "no one knows the element, and it is larger than \(UnknownElement.largest >> 20) MiB; it was left out")
        } else {
            deliver(element.value)
        }
    }

    /// Takes over the text since the tag before.
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
