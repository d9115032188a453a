// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension ExportDocumentParser {
    /// The attributes of a record, collected in one pass over the tag.
    struct RecordAttributes {
        var type: ByteSlice?
        var unit: ByteSlice?
        var value: ByteSlice?
        var sourceName: ByteSlice?
        var sourceVersion: ByteSlice?
        var device: ByteSlice?
        var creationDate: ByteSlice?
        var startDate: ByteSlice?
        var endDate: ByteSlice?
        /// The number of attributes that no version of the format has.
        var others = 0
    }

    /// Returns the attributes of the current tag, which is that of a record.
    @inline(__always)
    func recordAttributes() -> RecordAttributes {
        var found = RecordAttributes()
        for index in 0..<scanner.attributeCount {
            let attribute = scanner.attributes[index]
            let name = attribute.name
            switch name.count {
            case 4 where name.equals("type"): found.type = attribute.value
            case 4 where name.equals("unit"): found.unit = attribute.value
            case 5 where name.equals("value"): found.value = attribute.value
            case 6 where name.equals("device"): found.device = attribute.value
            case 6 where name.equals("source"): found.sourceName = attribute.value
            case 7 where name.equals("endDate"): found.endDate = attribute.value
            case 9 where name.equals("startDate"): found.startDate = attribute.value
            case 10 where name.equals("sourceName"): found.sourceName = attribute.value
            case 12 where name.equals("creationDate"): found.creationDate = attribute.value
            case 13 where name.equals("sourceVersion"): found.sourceVersion = attribute.value
            default: found.others += 1
            }
        }
        return found
    }

    /// Keeps attributes that no version of the format has as metadata, with an `@` before their name.
    mutating func keepUnknownAttributes() {
        for index in 0..<scanner.attributeCount {
            let attribute = scanner.attributes[index]
            if !Self.isKnown(attribute.name) { metadata.appendAttribute(attribute) }
        }
    }

    private static func isKnown(_ name: ByteSlice) -> Bool {
        name.equals("type") || name.equals("unit") || name.equals("value") || name.equals("device")
            || name.equals("source") || name.equals("endDate") || name.equals("startDate")
            || name.equals("sourceName") || name.equals("creationDate") || name.equals("sourceVersion")
    }
}
