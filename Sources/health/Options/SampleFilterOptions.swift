// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HealthModel
import HealthStore

/// Which samples of the types are listed, and in which unit.
struct SampleFilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only samples of this source: its name, or part of the names of several, in capitals or not.",
            valueName: "name"))
    var source: String?

    @Option(help: ArgumentHelp("Only values of at least this, in --unit or the type's own unit.", valueName: "number"))
    var min: String?

    @Option(help: ArgumentHelp("Only values of at most this, in --unit or the type's own unit.", valueName: "number"))
    var max: String?

    @Option(help: ArgumentHelp("Only this value of a category, such as asleepCore.", valueName: "name"))
    var value: String?

    @Option(
        help: ArgumentHelp(
            "Only samples with this metadata key, or with this value of it; may be repeated.", valueName: "key[=value]"
        ))
    var metadata: [String] = []

    @Option(help: ArgumentHelp("Give values in this unit, such as lb or mmol<180.1558800000541>/L.", valueName: "unit"))
    var unit: String?

    /// Whether samples are left out by more than their type and time.
    var leavesOut: Bool { source != nil || min != nil || max != nil || value != nil || !metadata.isEmpty }

    /// The filter for some types.
    /// - Parameter types: the identifiers of the types that are listed.
    func filter(types: [String], in database: HealthDatabase) throws -> SampleFilter {
        var filter = SampleFilter()
        filter.sources = try source.map { try SourceName.matching($0, in: database) }
        filter.least = try min.map { try Self.number($0, "--min") }
        filter.most = try max.map { try Self.number($0, "--max") }
        if let least = filter.least, let most = filter.most, most < least {
            throw ToolError(.badArgument, "--max is less than --min", remedy: "exchange the two numbers")
        }
        filter.metadata = metadata.map { entry in
            guard let equals = entry.firstIndex(of: "=") else { return (key: entry, value: nil) }
            return (key: String(entry[..<equals]), value: String(entry[entry.index(after: equals)...]))
        }
        if let unit { filter.units = try Self.units(unit, types: types) }
        if let value { filter.values = try Self.values(value, types: types) }
        return filter
    }

    private static func number(_ text: String, _ option: String) throws -> Double {
        guard let number = TypedNumber.parse(text) else {
            throw ToolError(.badArgument, "\(option) takes a number", remedy: "write it without a unit, as in 72.5")
        }
        return number
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
