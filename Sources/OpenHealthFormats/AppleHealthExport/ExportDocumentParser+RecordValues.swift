// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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
