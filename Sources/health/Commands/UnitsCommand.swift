// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health units` command.
struct UnitsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "units",
        abstract: "Show or set your preferred units.",
        discussion: """
            Apps query these units. Without a choice, they get the unit of your latest export, or the default of your \
            region. The listings of this tool have their own options for units.

            Examples:
              health units
              health units bodyMass
              health units bodyMass lb
              health units bodyMass --usual
            """)

    @Argument(
        help: "The type, such as bodyMass.",
        completion: .list(HealthTypes.all.filter { $0.kind == .quantity }.map(\.swiftName)))
    var type: String?

    @Argument(help: "The unit to choose, such as lb.")
    var unit: String?

    @Flag(help: "Restore the unit of your export, or the default of your region.")
    var usual = false

    @OptionGroup var listing: ListingOptions

    func validate() throws {
        if usual, type == nil { throw ValidationError("--usual needs a type") }
        if usual, unit != nil { throw ValidationError("--usual and a unit cannot be combined") }
    }

    func run() throws {
        guard let type else {
            let database = try listing.open()
            return try show(try types(in: database), database)
        }
        let chosen = try Self.quantityType(type)
        if let unit {
            // The unit is checked before a store is created.
            let parsed = try UnitName.parse(unit, type: chosen.identifier)
            guard chosen.is(compatibleWith: parsed) else {
                throw ToolError(
                    .badArgument, "\(parsed.unitString) is not a unit for \(chosen.facts.swiftName)",
                    remedy: "give one that \(chosen.canonicalUnit.unitString) can be converted to")
            }
            try listing.storeOptions.open(.create).setPreferredUnit(parsed, for: chosen)
        } else if usual {
            try listing.storeOptions.open(.readWrite).setPreferredUnit(nil, for: chosen)
        }
        let isChange = unit != nil || usual
        if !isChange || listing.format != .table { try show([chosen], try listing.open()) }
    }

    private static func quantityType(_ text: String) throws -> HKQuantityType {
        let identifier = try TypeName.identifier(of: text, stored: [])
        let known = HKQuantityTypeIdentifier(rawValue: identifier)
        guard let type = HKObjectType.quantityType(forIdentifier: known) else {
            throw ToolError(
                .badArgument, "samples of \(TypeName.short(identifier)) have no unit",
                remedy: "name a type of numbers, such as bodyMass")
        }
        return type
    }

    /// Returns the types in the store and the types with a chosen unit.
    private func types(in database: HealthDatabase) throws -> [HKQuantityType] {
        let stored = try database.types().compactMap {
            HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: $0.identifier))
        }
        return try Set(stored).union(database.chosenUnits().keys).sorted { $0.identifier < $1.identifier }
    }

    /// A row of the listing.
    private struct Line {
        var type: HKQuantityType
        var unit: HKUnit
        /// The origin of the unit: chosen, export or usual.
        var why: String
    }

    private func show(_ types: [HKQuantityType], _ database: HealthDatabase) throws {
        let (chosen, written) = (try database.chosenUnits(), try database.writtenUnits())
        let lines = try types.map { type in
            let why = chosen[type] != nil ? "chosen" : written[type] != nil ? "export" : "usual"
            return Line(type: type, unit: try database.preferredUnit(for: type), why: why)
        }
        let columns: [Column<Line>] = [
            Column("type", for: .people) { .text($0.type.facts.swiftName) },
            Column("type", for: .programs) { .text($0.type.identifier) },
            Column("name", for: .programs) { .text($0.type.facts.swiftName) },
            Column("unit") { .text($0.unit.unitString) },
            Column("why") { .text($0.why) },
        ]
        try listing.print(
            lines, as: columns, clock: try listing.clock(for: database), nothing: "no types with units")
    }
}
