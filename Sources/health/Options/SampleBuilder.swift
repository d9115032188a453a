// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Creates samples from typed arguments.
struct SampleBuilder {
    /// The identifier of the type.
    let type: String
    /// The value with its unit as typed.
    let value: String
    /// Asks for confirmation of a questionable value; throws an error if it must not be saved.
    var confirm: (_ question: String) throws -> Void = { _ in }
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
        if let question = typed.question { try confirm(question) }
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
