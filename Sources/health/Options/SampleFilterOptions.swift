// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The options that select the listed samples and their unit.
struct SampleFilterOptions: ParsableArguments {
    @Option(help: .value("name", "Only samples of sources whose names contain this text, in any case."))
    var source: String?

    @Option(
        help: .value(
            "value",
            "The minimum value: a number in --unit or the unit of the type, or with a unit, such as 70kg or 95%."))
    var min: String?

    @Option(help: .value("value", "The maximum value."))
    var max: String?

    @Option(help: .value("name", "Only this value of a category, such as asleepCore."))
    var value: String?

    @Option(
        help: .value(
            "key[=value]", "Only samples with this metadata key, or with this key and value; may be repeated."))
    var metadata: [String] = []

    @Option(help: .value("unit", "The unit of the values, such as lb or mmol<180.1558800000541>/L."))
    var unit: String?

    /// Whether samples are filtered by more than their type and time.
    var leavesOut: Bool { source != nil || min != nil || max != nil || value != nil || !metadata.isEmpty }

    /// Returns the filter for types.
    /// - Parameter types: The identifiers of the listed types.
    func filter(types: [String], in database: HealthDatabase) throws -> SampleConditions {
        var filter = SampleConditions()
        filter.sources = try source.map { try SourceName.matching($0, in: database) }
        filter.least = try min.map { try Self.limit($0, "--min", types: types) }
        filter.most = try max.map { try Self.limit($0, "--max", types: types) }
        let isReversed =
            switch (filter.least, filter.most) {
            case (.shown(let least), .shown(let most)): most < least
            case (.stored(let least), .stored(let most)):
                least.contains { type, limit in (most[type] ?? limit) < limit }
            default: false
            }
        if isReversed { throw ToolError(.badArgument, "--max is less than --min", remedy: "swap the two numbers") }
        filter.metadata = metadata.map { entry in
            guard let equals = entry.firstIndex(of: "=") else { return (key: entry, value: nil) }
            return (key: String(entry[..<equals]), value: String(entry[entry.index(after: equals)...]))
        }
        if let unit { filter.units = try Self.units(unit, types: types) }
        if let value { filter.values = try Self.values(value, types: types) }
        return filter
    }

    private static func limit(_ text: String, _ option: String, types: [String]) throws -> SampleConditions.Limit {
        if let number = TypedNumber.parse(text) { return .shown(number) }
        guard !types.isEmpty, text.contains(where: \.isNumber) else {
            throw ToolError(
                .badArgument, "\(option) takes a number",
                remedy: types.isEmpty ? "write it without a unit, or name the types" : "write it as in 72.5 or 72.5kg")
        }
        var limits: [String: Double] = [:]
        for type in types {
            guard let stored = HealthTypes.named(type)?.canonicalUnit else {
                throw ToolError(
                    .badArgument, "\(option) takes a number for \(TypeName.short(type)), which has no unit",
                    remedy: "write it without a unit, as in 72.5")
            }
            let typed = try TypedQuantity(text, type: type)
            limits[type] = HKQuantity(unit: typed.unit, doubleValue: typed.value).doubleValue(for: HKUnit(from: stored))
        }
        return .stored(limits)
    }

    private static func units(_ unit: String, types: [String]) throws -> [String: ShownUnit] {
        var units: [String: ShownUnit] = [:]
        for type in types {
            guard let stored = HealthTypes.named(type)?.canonicalUnit else {
                throw ToolError(.badArgument, "\(TypeName.short(type)) has no unit", remedy: "leave --unit out")
            }
            units[type] = try ShownUnit(unit, type: type, stored: stored)
        }
        return units
    }

    private static func values(_ value: String, types: [String]) throws -> [String: Int] {
        var values: [String: Int] = [:]
        for type in types {
            guard let enumeration = HealthTypes.named(type)?.valueEnum else {
                throw ToolError(
                    .badArgument, "\(TypeName.short(type)) has no named values", remedy: "use --min and --max")
            }
            values[type] = try CategoryCase.rawValue(of: value, enumeration: enumeration, type: type)
        }
        return values
    }
}

/// Conditions on samples, and the unit of their values.
struct SampleConditions {
    /// The names of the sources; `nil` for all.
    var sources: Set<String>?
    /// A limit for values.
    enum Limit {
        /// A number in the unit in which values are shown.
        case shown(Double)
        /// A quantity, in the unit in which each type is stored.
        case stored([String: Double])

        /// Returns the limit and the value of a record to compare with it; `nil` for types that the limit does not apply to.
        fileprivate func compared(_ type: String, shown: Double, stored: Double) -> (value: Double, limit: Double)? {
            switch self {
            case .shown(let limit): (shown, limit)
            case .stored(let limits): limits[type].map { (stored, $0) }
            }
        }
    }

    /// The minimum value.
    var least: Limit?
    /// The maximum value.
    var most: Limit?
    /// The raw value of each category; `nil` for all.
    var values: [String: Int]?
    /// The required metadata keys, with their values if a value is required.
    var metadata: [(key: String, value: String?)] = []
    /// The unit of each type; `nil` for the type's own unit.
    var units: [String: ShownUnit]?

    /// Returns a sample with its value converted to the unit; `nil` if a condition is not met.
    func apply(_ record: SampleRecord) -> SampleRecord? {
        if let sources, !sources.contains(record.source) { return nil }
        var record = record
        let stored = record.value
        if let unit = units?[record.type] {
            record.value = record.value.map { unit($0) }
            record.unit = unit.text
            // Tables show the original value if there is one.
            record.originalValue = record.value
            record.originalUnit = unit.text
        }
        if least != nil || most != nil {
            guard let value = record.value, let stored else { return nil }
            if let (value, limit) = least?.compared(record.type, shown: value, stored: stored), value < limit {
                return nil
            }
            if let (value, limit) = most?.compared(record.type, shown: value, stored: stored), value > limit {
                return nil
            }
        }
        if let values, record.value != values[record.type].map(Double.init) { return nil }
        let holds = metadata.allSatisfy { condition in
            record.metadata.contains { entry in
                entry.key == condition.key && (condition.value == nil || entry.value == condition.value)
            }
        }
        return holds ? record : nil
    }
}
