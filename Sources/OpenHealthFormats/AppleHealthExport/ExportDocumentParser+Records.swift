// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A record between its start and its end tag.
struct PendingRecord {
    var row = SampleRow(type: 0, provenance: 0, start: 0, end: 0)
    var isValid = false
    var beats: [Beat] = []
}

extension ExportDocumentParser {
    /// The attributes of a record, picked out of the tag in one pass.
    private struct RecordAttributes {
        var type: ByteSlice?
        var unit: ByteSlice?
        var value: ByteSlice?
        var sourceName: ByteSlice?
        var sourceVersion: ByteSlice?
        var device: ByteSlice?
        var creationDate: ByteSlice?
        var startDate: ByteSlice?
        var endDate: ByteSlice?
        var others = 0
    }

    @inline(__always)
    private func recordAttributes() -> RecordAttributes {
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

    /// Reads the start tag of a record, at the top level or inside another element.
    mutating func startRecord(closed: Bool) throws {
        let found = recordAttributes()
        record.isValid = try readRecord(found)
        if found.others > 0, record.isValid { keepUnknownAttributes() }
        if closed {
            try finishRecord()
        } else {
            push(.record)
        }
    }

    @inline(__always)
    private mutating func readRecord(_ found: RecordAttributes) throws -> Bool {
        guard let typeSlice = found.type, typeSlice.count > 0 else {
            return try reject("", "it has no type")
        }
        let position = types.position(of: typeSlice, newTypes: &batch.newTypes)
        tally.illegalBytes &+= types.types[position].illegalBytes
        guard let startSlice = found.startDate else { return try reject(position, "it has no startDate") }
        guard let start = date(startSlice) else {
            return try reject(position, "its startDate is not \(Self.aDate)")
        }
        guard let endSlice = found.endDate else { return try reject(position, "it has no endDate") }
        guard let end = date(endSlice) else {
            return try reject(position, "its endDate is not \(Self.aDate)")
        }
        guard start.seconds <= end.seconds else { return try reject(position, "it ends before it starts") }
        var created = Double.nan
        if let slice = found.creationDate {
            if let date = date(slice) {
                created = Double(date.seconds)
            } else {
                try report(.warning, "Record", "its creationDate is not \(Self.aDate); the record was kept without it")
            }
        }
        record.row.text = -1
        record.row.metadata = -1
        switch types.types[position].kind {
        case .other(let kind):
            return try reject(position, "the type is for \(kind.plural), which are not plain records")
        case .quantity(let canonical):
            guard let unit = found.unit, unit.count > 0 else { return try reject(position, "it has no unit") }
            guard let value = found.value else { return try reject(position, "it has no value") }
            guard let number = decimal(value) else {
                return try reject(position, "its value is not a finite decimal number")
            }
            switch types.outcome(at: position, unit: unit, canonical: canonical) {
            case .converts(let conversion):
                let converted = conversion(number)
                guard converted.isFinite else { return try reject(position, "its value is out of range") }
                record.row.value = converted
            case .incompatible:
                return try reject(position, "the unit \(DiagnosticText.short(unit)) does not fit its type")
            case .unknown:
                return try reject(position, "nobody knows the unit \(DiagnosticText.short(unit))")
            }
        case .category:
            record.row.value = .nan
            if let value = found.value, !readCategoryValue(value) {
                return try reject(position, "its value is out of range")
            }
        case .unknown:
            record.row.value = .nan
            if let value = found.value {
                if let number = decimal(value) {
                    record.row.value = number
                } else if !keepText(value) {
                    return try reject(position, "its value is out of range")
                }
            }
        }
        record.row.type = Int32(truncatingIfNeeded: position)
        record.row.provenance = provenances.index(
            source: found.sourceName, version: found.sourceVersion, device: found.device, unit: found.unit,
            newProvenances: &batch.newProvenances, illegal: &tally.illegalBytes)
        record.row.start = Double(start.seconds)
        record.row.end = Double(end.seconds)
        record.row.created = created
        return true
    }

    /// - Returns: false if the value cannot be kept.
    private mutating func readCategoryValue(_ value: ByteSlice) -> Bool {
        if value.count == 0 { return true }
        let hash = value.hash
        if let known = categoryValues[hash] {
            record.row.value = known
            return true
        }
        let text = value.text
        if let number = decimal(value), number == number.rounded(), abs(number) <= Self.largestRawValue {
            record.row.value = number
        } else if let raw = HealthEnums.rawValue(ofCase: text.string) {
            record.row.value = Double(raw)
            tally.illegalBytes += text.illegalBytes
            if text.illegalBytes == 0, categoryValues.count < 4096 { categoryValues[hash] = Double(raw) }
        } else {
            return keepText(value)
        }
        return true
    }

    /// Integers beyond this are not exact in a double.
    private static let largestRawValue = 0x1p53

    /// Keeps a value as text. SQLite converts texts that look like numbers, so `1e400` would become an infinite value.
    /// - Returns: false for a number that is out of range.
    private mutating func keepText(_ value: ByteSlice) -> Bool {
        let text = value.text
        let digits = text.string.trimmingCharacters(in: .whitespacesAndNewlines)
        if let number = Double(digits), number.isInfinite, digits.utf8.contains(where: { (0x30...0x39).contains($0) }) {
            return false
        }
        tally.illegalBytes += text.illegalBytes
        record.row.text = Int32(batch.texts.count)
        batch.texts.append(text.string)
        return true
    }

    /// Attributes that no version of the format has are kept as metadata under their name with an `@` before it.
    private mutating func keepUnknownAttributes() {
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

    private mutating func reject(_ position: Int, _ reason: String) throws -> Bool {
        try reject(types.types[position].identifier, reason)
    }

    private mutating func reject(_ type: String, _ reason: String) throws -> Bool {
        tally.countRejected(type: type)
        try report(.rejected, "Record", type.isEmpty ? reason : "\(DiagnosticText.short(type)): \(reason)")
        return false
    }

    mutating func startInRecord(closed: Bool) throws {
        let name = scanner.name
        if name.equals("MetadataEntry") {
            readMetadataEntry(closed: closed)
        } else if name.equals("HeartRateVariabilityMetadataList") {
            if !closed { push(.beatList) }
        } else {
            try startUnexpected(in: "Record", closed: closed)
        }
    }

    @inline(__always)
    private mutating func readMetadataEntry(closed: Bool) {
        tally.metadataEntries &+= 1
        var key: ByteSlice?
        var value: ByteSlice?
        for index in 0..<scanner.attributeCount {
            let attribute = scanner.attributes[index]
            if attribute.name.equals("key") {
                key = attribute.value
            } else if attribute.name.equals("value") {
                value = attribute.value
            }
        }
        if record.isValid, let key { metadata.append(key: key, value: value) }
        if !closed { push(.leaf) }
    }

    mutating func startInBeatList(closed: Bool) throws {
        guard scanner.name.equals("InstantaneousBeatsPerMinute") else {
            try startUnexpected(in: "HeartRateVariabilityMetadataList", closed: closed)
            return
        }
        tally.heartbeats += 1
        if record.isValid {
            if let bpm = number("bpm") {
                let time = scanner.attribute("time").map(BeatTime.centiseconds) ?? -1
                record.beats.append(Beat(bpm: bpm, centisecondOfDay: time))
            } else {
                try report(
                    .rejected, "InstantaneousBeatsPerMinute", "its bpm is missing or not a finite decimal number")
            }
        }
        if !closed { push(.leaf) }
    }

    /// Takes a record at its end to where it belongs.
    mutating func finishRecord() throws {
        guard record.isValid else {
            metadata.discard()
            record.beats.removeAll(keepingCapacity: true)
            return
        }
        record.isValid = false
        record.row.metadata = metadata.finish(newMetadata: &batch.newMetadata, illegal: &tally.illegalBytes)
        switch open[open.count - 1].context {
        case .correlation:
            correlation?.members.append(NestedRow(row: record.row, beats: record.beats))
            itemWeight += 2
        case .workout:
            workout?.records.append(NestedRow(row: record.row, beats: record.beats))
            itemWeight += 2
        default:
            if !record.beats.isEmpty {
                batch.beats.append(BeatList(row: Int32(batch.rows.count), beats: record.beats))
                itemWeight += record.beats.count / 4
            }
            batch.rows.append(record.row)
        }
        if !record.beats.isEmpty { record.beats.removeAll(keepingCapacity: true) }
    }
}
