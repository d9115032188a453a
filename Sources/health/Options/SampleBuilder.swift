// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel

/// Makes a sample out of what a person types.
struct SampleBuilder {
    /// The type's identifier.
    let type: String
    /// The value as typed.
    let value: String
    /// The unit as typed.
    let unit: String?
    /// When it began.
    var start = Date()
    /// When it ended.
    var end: Date
    /// More about it.
    var metadata: [String: Any] = [:]

    init(type: String, value: String, unit: String?) {
        self.type = type
        self.value = value
        self.unit = unit
        end = start
    }

    /// The sample.
    /// - Throws: a ``ToolError`` or what the sample's class says is wrong.
    func sample() throws -> HKSample {
        if let type = HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: type)) {
            return try quantity(value, of: type)
        }
        if let type = HKObjectType.categoryType(forIdentifier: HKCategoryTypeIdentifier(rawValue: type)) {
            return try category(type)
        }
        if type == HKCorrelationTypeIdentifier.bloodPressure.rawValue { return try bloodPressure() }
        throw ToolError(
            .badArgument, "a sample of \(TypeName.short(type)) cannot be typed in",
            remedy: "add a quantity or a category, or import a file that has it")
    }

    private var allMetadata: [String: Any] {
        metadata.merging([HKMetadataKeyWasUserEntered: NSNumber(value: true)]) { typed, _ in typed }
    }

    private func quantity(_ text: String, of type: HKQuantityType) throws -> HKQuantitySample {
        guard let number = TypedNumber.parse(text) else {
            throw ToolError(
                .badArgument, "the value for \(TypeName.short(type.identifier)) is not a number",
                remedy: "write it with a point, as in 72.5, and the unit behind it")
        }
        let quantity = HKQuantity(unit: try quantityUnit(of: type.identifier), doubleValue: number)
        return try HKQuantitySample.validated(
            type: type, quantity: quantity, start: start, end: end, metadata: allMetadata)
    }

    private func quantityUnit(of type: String) throws -> HKUnit {
        try UnitName.parse(unit ?? HealthTypes.named(type)?.canonicalUnit ?? "count", type: type)
    }

    private func category(_ type: HKCategoryType) throws -> HKCategorySample {
        guard unit == nil else {
            throw ToolError(
                .badArgument, "\(TypeName.short(type.identifier)) has no unit", remedy: "leave the unit out")
        }
        let enumeration = HealthTypes.named(type.identifier)?.valueEnum ?? "HKCategoryValue"
        let number = try CategoryCase.rawValue(of: value, enumeration: enumeration, type: type.identifier)
        return try HKCategorySample.validated(
            type: type, value: number, start: start, end: end, metadata: allMetadata)
    }

    private func bloodPressure() throws -> HKCorrelation {
        let parts = value.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            throw ToolError(
                .badArgument, "bloodPressure takes two numbers", remedy: "write them as in 118/76, systolic first")
        }
        let systolic = try quantity(parts[0], of: HKQuantityType(.bloodPressureSystolic))
        let diastolic = try quantity(parts[1], of: HKQuantityType(.bloodPressureDiastolic))
        return try HKCorrelation.validated(
            type: HKCorrelationType(.bloodPressure), start: start, end: end, objects: [systolic, diastolic],
            metadata: allMetadata)
    }
}
