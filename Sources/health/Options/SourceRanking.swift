// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The order of the sources of a type, as a person queries and changes it.
struct SourceRanking {
    /// The identifier of the type.
    let type: String

    /// Creates the ranking of the type with a name.
    /// - Throws: A ``ToolError`` if the sources of the type have no order.
    init(_ text: String, in database: HealthDatabase) throws {
        type = try TypeName.identifier(of: text, stored: try database.types().map(\.identifier))
        let name = TypeName.short(type)
        switch (HealthTypes.named(type)?.kind, HealthTypes.named(type)?.aggregationStyle) {
        case (.quantity, .cumulative), (.category, _), (.workout, _): break
        case (.quantity, _):
            throw ToolError(
                .badArgument, "\(name) is averaged over all its sources, so their order has no effect",
                remedy: "give a cumulative type, such as stepCount")
        default:
            throw ToolError(
                .badArgument, "\(name) is not cumulative, so the order of its sources has no effect",
                remedy: "give a cumulative type, such as stepCount")
        }
    }

    /// Moves the sources with these names to the front, in this order.
    func set(_ names: [String], in database: HealthDatabase) throws {
        try database.setSourceOrder(try sources(names, in: database), type: type)
    }

    /// Returns the numbers of the sources with these names: sources with the exact name or, if there are none, sources
    /// whose names contain the string, since a watch is called "Ana's Apple Watch" and can be renamed. Several sources
    /// keep their relative order.
    private func sources(_ names: [String], in database: HealthDatabase) throws -> [Int64] {
        let ranked = try database.sourceOrder(type: type).map(\.source)
        var seen: Set<Int64> = []
        return try names.flatMap { name in
            let found = try sources(name, among: ranked, in: database)
            guard found.allSatisfy({ seen.insert($0).inserted }) else {
                throw ToolError(
                    .badArgument, "\(name.debugDescription) names a source twice", remedy: "name each source once")
            }
            return found
        }
    }

    private func sources(
        _ name: String, among ranked: [StatisticsSource], in database: HealthDatabase
    ) throws -> [Int64] {
        let key = SourceName.key(name)
        let called = ranked.filter { SourceName.key($0.name) == key }
        if !called.isEmpty { return called.map(\.id) }
        let holders = key.count < 3 ? [] : ranked.filter { SourceName.holds($0.name, name) }
        if !holders.isEmpty { return holders.map(\.id) }
        // A source without samples can be ranked too. Searching all sources is slower.
        let all = try database.sources()
        let others = all.filter { SourceName.key($0.name) == key }
        if others.isEmpty { throw SourceName.unknown(name, among: all.map(\.name)) }
        return others.map(\.id)
    }
}
