// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel

/// Creates samples from typed arguments.
struct SampleBuilder {
    /// The identifier of the type.
    let type: String
    /// The value with its unit as typed.
    let value: String
    /// Asks for confirmation of a questionable value; throws an error if it must not be saved.
    var confirm: (_ prompt: String) throws -> Void = { _ in }
    /// The start date.
    var start = Date()
    /// The end date.
    var end: Date
    /// The metadata.
    var metadata: [String: Any] = [:]

    init(type: String, value: String) {
        self.type = type
        self.value = value
        end = start
    }

    /// Creates the sample.
    /// - Throws: A ``ToolError``, or the validation error of the sample's class.
    func sample() throws -> HKSample {
        if let type = HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: type)) {
            return try quantity(value, of: type)
        }
        if let type = HKObjectType.categoryType(forIdentifier: HKCategoryTypeIdentifier(rawValue: type)) {
            return try category(type)
        }
        if type == HKCorrelationTypeIdentifier.bloodPressure.rawValue { return try bloodPressure() }
        throw ToolError(
            .badArgument, "a sample of \(TypeName.short(type)) cannot be entered by hand",
            remedy: "add a quantity or a category, or import a file that has it")
    }

    private var allMetadata: [String: Any] {
        metadata.merging([HKMetadataKeyWasUserEntered: NSNumber(value: true)]) { typed, _ in typed }
    }

    private func quantity(_ text: String, of type: HKQuantityType) throws -> HKQuantitySample {
        let typed = try TypedQuantity(text, type: type.identifier)
        if let prompt = typed.prompt { try confirm(prompt) }
        try typed.check(type.identifier, confirm: confirm)
        return try HKQuantitySample.validated(
            type: type, quantity: HKQuantity(unit: typed.unit, doubleValue: typed.value), start: start, end: end,
            metadata: allMetadata)
    }

    private func category(_ type: HKCategoryType) throws -> HKCategorySample {
        guard !value.contains(where: \.isWhitespace) else {
            throw ToolError(
                .badArgument, "\(TypeName.short(type.identifier)) has no unit", remedy: "omit the unit")
        }
        let enumeration = HealthTypes.named(type.identifier)?.valueEnum ?? "HKCategoryValue"
        let number = try CategoryCase.rawValue(of: value, enumeration: enumeration, type: type.identifier)
        return try HKCategorySample.validated(
            type: type, value: number, start: start, end: end, metadata: allMetadata)
    }

    private func bloodPressure() throws -> HKCorrelation {
        // The unit follows the second number and applies to both.
        let parts = value.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            throw ToolError(
                .badArgument, "bloodPressure takes two numbers", remedy: "write them as in 118/76, systolic first")
        }
        let unit = parts[1].drop { !$0.isLetter }
        let systolic = try quantity(parts[0] + " " + unit, of: HKQuantityType(.bloodPressureSystolic))
        let diastolic = try quantity(parts[1], of: HKQuantityType(.bloodPressureDiastolic))
        if systolic.quantity.compare(diastolic.quantity) != .orderedDescending {
            try confirm("The systolic pressure is not above the diastolic one. Save it?")
        }
        return try HKCorrelation.validated(
            type: HKCorrelationType(.bloodPressure), start: start, end: end, objects: [systolic, diastolic],
            metadata: allMetadata)
    }
}

/// Metadata as people type it: `KEY=VALUE`.
enum MetadataArgument {
    /// Parses entries; the values of predefined keys are converted to their types, all others are strings.
    /// - Parameter zone: The time zone of dates without one.
    static func parse(_ entries: [String], zone: TimeZone) throws -> [String: Any] {
        var metadata: [String: Any] = [:]
        for entry in entries {
            guard let equals = entry.firstIndex(of: "="), equals > entry.startIndex else {
                throw ToolError(
                    .badArgument, "--metadata takes a key and a value",
                    remedy: "write KEY=VALUE, as in HKWasUserEntered=1")
            }
            let key = String(entry[..<equals])
            guard metadata[key] == nil else {
                throw ToolError(
                    .badArgument, "--metadata gives \(key.debugDescription) twice", remedy: "give each key once")
            }
            metadata[key] = try value(String(entry[entry.index(after: equals)...]), of: key, zone: zone)
        }
        return metadata
    }

    private static func value(_ text: String, of key: String, zone: TimeZone) throws -> Any {
        switch HealthMetadataKeys.valueKind(key) {
        case .number:
            guard let number = TypedNumber.parse(text) else { throw wrong(key, "a number") }
            return Int(exactly: number).map { NSNumber(value: $0) } ?? NSNumber(value: number)
        case .bool:
            switch text.lowercased() {
            case "1", "true", "yes": return NSNumber(value: true)
            case "0", "false", "no": return NSNumber(value: false)
            default: throw wrong(key, "1 or 0")
            }
        case .date:
            return try DateParser(timeZone: zone, now: Date()).span(text).start
        case .quantity:
            let parts = text.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let number = TypedNumber.parse(String(parts[0])),
                let unit = try? HKUnit(validating: String(parts[1]))
            else { throw wrong(key, "a number, a space and a unit") }
            return HKQuantity(unit: unit, doubleValue: number)
        case .string, nil:
            return text
        }
    }

    private static func wrong(_ key: String, _ form: String) -> ToolError {
        ToolError(.badArgument, "the value of \(key) cannot be read", remedy: "give it as \(form)")
    }
}
