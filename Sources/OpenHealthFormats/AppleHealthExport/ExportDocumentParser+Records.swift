// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension ExportDocumentParser {
    /// Reads the start tag of a record.
    mutating func startRecord(in owner: RecordOwner, closed: Bool) throws {
        let found = recordAttributes()
        guard let row = try recordRow(found) else { return push(.rejectedRecord, unless: closed) }
        if found.others > 0 { keepUnknownAttributes() }
        let record = OpenRecord(row: row, owner: owner)
        if closed {
            finish(record)
        } else {
            push(.record(record))
        }
    }

    /// Returns the row of a record without its metadata; returns nil and reports a diagnostic if it is invalid.
    @inline(__always)
    private mutating func recordRow(_ found: RecordAttributes) throws -> SampleRow? {
        guard let type = found.type, type.count > 0 else { return try reject("", "it has no type") }
        let position = types.position(of: type, newTypes: &batch.newTypes)
        tally.illegalBytes &+= types.types[position].illegalBytes
        guard let dates = try recordDates(found, type: position),
            let value = try recordValue(found, type: position)
        else { return nil }
        // Values of categories have no unit. Its place has a former name, with which the record is exported again.
        let unit = value.isFormerName ? found.value : found.unit
        let provenance = provenances.index(
            source: found.sourceName, version: found.sourceVersion, device: found.device, unit: unit,
            newProvenances: &batch.newProvenances, illegal: &tally.illegalBytes)
        return SampleRow(
            type: Int32(truncatingIfNeeded: position), provenance: provenance, text: value.text,
            start: dates.start, end: dates.end, created: dates.created, value: value.number)
    }

    /// The dates of a record, in seconds since 1970.
    private struct RecordDates {
        var start: Double
        var end: Double
        /// NaN if there is none.
        var created = Double.nan
    }

    /// Reads the dates of a record; returns nil and reports a diagnostic if they are invalid.
    @inline(__always)
    private mutating func recordDates(_ found: RecordAttributes, type position: Int) throws -> RecordDates? {
        guard let startSlice = found.startDate else { return try reject(position, "it has no startDate") }
        guard let start = date(startSlice) else {
            return try reject(position, "its startDate is not \(Self.aDate)")
        }
        guard let endSlice = found.endDate else { return try reject(position, "it has no endDate") }
        guard let end = date(endSlice) else {
            return try reject(position, "its endDate is not \(Self.aDate)")
        }
        guard start.seconds <= end.seconds else { return try reject(position, "it ends before it starts") }
        var dates = RecordDates(start: Double(start.seconds), end: Double(end.seconds))
        if dates.end >= Self.distantFuture { try remarkOnEnd(dates.end, types.types[position].identifier) }
        if let slice = found.creationDate {
            if let date = date(slice) {
                dates.created = Double(date.seconds)
            } else {
                try report(.warning, "Record", "its creationDate is not \(Self.aDate); the record was kept without it")
            }
        }
        return dates
    }

    /// Reports an end that means none. Categories, such as a pregnancy, may have no end; their date is the beginning of the year.
    private mutating func remarkOnEnd(_ end: Double, _ type: String) throws {
        if end == Self.distantFuture, HealthTypes.named(type)?.kind == .category { return }
        try report(.warning, "Record", Self.isUnfinished)
    }

    /// Counts and reports an invalid record.
    /// - Returns: Always nil, for use as the result of the caller.
    mutating func reject<Value>(_ position: Int, _ reason: String) throws -> Value? {
        try reject(types.types[position].identifier, reason)
    }

    private mutating func reject<Value>(_ type: String, _ reason: String) throws -> Value? {
        tally.countRejected(type: type)
        try report(.rejected, "Record", type.isEmpty ? reason : "\(DiagnosticText.short(type)): \(reason)")
        return nil
    }

    /// Reads a start tag inside a record.
    /// - Parameter isKept: Whether the record is valid.
    mutating func startInRecord(isKept: Bool, closed: Bool) throws {
        let name = scanner.name
        if name.equals("MetadataEntry") {
            readMetadataEntry(isKept: isKept, closed: closed)
        } else if name.equals("HeartRateVariabilityMetadataList") {
            if !closed { pushBeatList() }
        } else {
            try startUnexpected(in: "Record", closed: closed)
        }
    }

    @inline(__always)
    private mutating func readMetadataEntry(isKept: Bool, closed: Bool) {
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
        if isKept, let key { metadata.append(key: key, value: value) }
        push(.leaf, unless: closed)
    }

    /// Adds a complete record to its owner.
    @inline(__always)
    mutating func finish(_ record: OpenRecord) {
        var row = record.row
        row.metadata = metadata.finish(newMetadata: &batch.newMetadata, illegal: &tally.illegalBytes)
        switch record.owner {
        case .healthData:
            if let beats = record.beats?.value, !beats.isEmpty {
                batch.beats.append(BeatList(row: Int32(batch.rows.count), beats: beats))
                itemWeight += beats.count / 4
            }
            batch.rows.append(row)
        case .correlation(let correlation):
            correlation.value.members.append(NestedRow(row: row, beats: record.beats?.value ?? []))
            itemWeight += 2
        case .workout(let workout):
            workout.value.records.append(NestedRow(row: row, beats: record.beats?.value ?? []))
            itemWeight += 2
        }
    }
}

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

extension ExportDocumentParser {
    /// Reads the start tag of a correlation.
    mutating func startCorrelation(closed: Bool) throws {
        start(try correlationFacts(), closed: closed, as: Frame.correlation) { $0.deliver($1) }
    }

    /// Returns the attributes of a correlation; returns nil and reports a diagnostic if they are invalid.
    private mutating func correlationFacts() throws -> CorrelationData? {
        let type = text("type") ?? ""
        guard !type.isEmpty else {
            try report(.rejected, "Correlation", "it has no type; the records inside it were left out with it")
            return nil
        }
        return try sampleFacts("Correlation", of: type, .correlation).map { CorrelationData(type: type, sample: $0) }
    }

    /// Reads a start tag inside a correlation.
    mutating func startInCorrelation(_ correlation: Pending<CorrelationData>, closed: Bool) throws {
        if scanner.name.equals("Record") {
            try startRecord(in: .correlation(correlation), closed: closed)
        } else {
            try startMetadata(in: "Correlation", closed: closed) { correlation.value.sample.metadata.append($0) }
        }
    }

    /// Adds a complete correlation to the batch.
    mutating func deliver(_ correlation: CorrelationData) {
        batch.items.append(.correlation(correlation))
        itemWeight += 4
    }
}

extension ExportDocumentParser {
    /// The value of a record: a number, a string, or none.
    struct RecordValue {
        /// The number in the type's canonical unit, or the raw value of a category; NaN if there is none.
        var number = Double.nan
        /// The index of the string in the batch, or -1 if there is none.
        var text: Int32 = -1
        /// Whether the number was written as a former name of a case.
        var isFormerName = false
    }

    /// Reads the value of a record; returns nil and reports a diagnostic if it is invalid.
    /// - Parameter position: The index of the record's type.
    @inline(__always)
    mutating func recordValue(_ found: RecordAttributes, type position: Int) throws -> RecordValue? {
        switch types.types[position].kind {
        case .other(let kind):
            return try reject(position, "the type is for \(kind.plural), which are not plain records")
        case .quantity(let canonical):
            return try quantityValue(found, type: position, canonical)
        case .category:
            guard let value = found.value else { return RecordValue() }
            guard let read = categoryValue(value) else { return try reject(position, "its value is out of range") }
            return read
        case .unknown:
            guard let value = found.value else { return RecordValue() }
            if let number = decimal(value) { return RecordValue(number: number) }
            guard let read = textValue(value) else { return try reject(position, "its value is out of range") }
            return read
        }
    }

    @inline(__always)
    private mutating func quantityValue(
        _ found: RecordAttributes, type position: Int, _ canonical: HKUnit
    ) throws -> RecordValue? {
        guard let unit = found.unit, unit.count > 0 else { return try reject(position, "it has no unit") }
        guard let value = found.value else { return try reject(position, "it has no value") }
        guard let number = decimal(value) else {
            return try reject(position, "its value is not a finite decimal number")
        }
        switch types.outcome(at: position, unit: unit, canonical: canonical) {
        case .converts(let conversion):
            let converted = conversion(number)
            guard converted.isFinite else { return try reject(position, "its value is out of range") }
            return RecordValue(number: converted)
        case .incompatible:
            return try reject(position, "the unit \(DiagnosticText.short(unit)) does not fit its type")
        case .unknown:
            return try reject(position, "unknown unit \(DiagnosticText.short(unit))")
        }
    }

    /// Returns the value of a category, or nil if it cannot be kept.
    private mutating func categoryValue(_ value: ByteSlice) -> RecordValue? {
        if value.count == 0 { return RecordValue() }
        let hash = value.hash
        if let known = categoryValues[hash] { return known }
        let text = value.text
        if let number = decimal(value), number == number.rounded(), number.magnitude <= Self.largestRawValue {
            return RecordValue(number: number)
        }
        // Greater integers are numbers if they are written in full and a double represents them; others stay as written.
        if let whole = Int64(text.string), let number = Double(exactly: whole) { return RecordValue(number: number) }
        guard let raw = HealthEnums.rawValue(ofCase: text.string) else { return textValue(value) }
        tally.illegalBytes += text.illegalBytes
        let read = RecordValue(number: Double(raw), isFormerName: HealthEnums.isFormerName(text.string))
        if text.illegalBytes == 0, categoryValues.count < 4096 { categoryValues[hash] = read }
        return read
    }

    /// The integer up to which a double represents all integers exactly.
    private static let largestRawValue = 0x1p53

    /// Keeps a value as a string; returns nil for a number that is out of range.
    private mutating func textValue(_ value: ByteSlice) -> RecordValue? {
        let text = value.text
        if StoreLimits.isInfinite(text.string) { return nil }
        tally.illegalBytes += text.illegalBytes
        batch.texts.append(text.string)
        return RecordValue(text: Int32(batch.texts.count - 1))
    }
}
