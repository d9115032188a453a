// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthCommandLine
import OpenHealthInsights
import OpenHealthModel
import OpenHealthStore

/// The arguments of `health insights`.
enum InsightArguments {
    private static var names: String {
        (InsightType.all.map(\.identifier) + [InsightType.sleep]).map(TypeName.short).joined(separator: ", ")
    }

    /// Returns the identifier of a type that insights are about.
    static func type(_ text: String) throws -> String {
        guard let type = HealthTypes.matching(text) else { throw TypeName.unknown(text) }
        guard
            type.identifier == InsightType.sleep
                || InsightType.all.contains(where: { $0.identifier == type.identifier })
        else {
            throw ToolError(
                .badArgument, "\(type.swiftName) has no insights", remedy: "name one of \(names)")
        }
        return type.identifier
    }

    /// Returns the two types of a correlation.
    static func pair(_ text: String) throws -> (String, String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            throw ToolError(
                .badArgument, "\(text.debugDescription) does not name two types",
                remedy: "give two with a comma between them, such as stepCount,sleepAnalysis")
        }
        return (try type(parts[0]), try type(parts[1]))
    }

    /// Returns the goals of arguments such as `stepCount=8000`, in canonical units.
    static func goals(_ texts: [String]) throws -> [String: Double] {
        try texts.reduce(into: [:]) { goals, text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let goal = Double(parts[1]), goal > 0, goal.isFinite else {
                throw ToolError(
                    .badArgument, "\(text.debugDescription) is not a goal",
                    remedy: "give a type and a number above 0, such as stepCount=8000")
            }
            let identifier = try type(parts[0])
            guard InsightType.all.contains(where: { $0.isSum && $0.identifier == identifier }) else {
                throw ToolError(
                    .badArgument, "\(TypeName.short(identifier)) is not cumulative",
                    remedy: "give a goal of a type that does, such as stepCount")
            }
            goals[identifier] = goal
        }
    }

    /// Returns the goals of the settings, in canonical units.
    static func goals(of database: HealthDatabase) throws -> [String: Double] {
        var goals: [String: Double] = [:]
        for (identifier, goal) in try database.preferences.current().goals {
            guard let type = InsightType.all.first(where: { $0.isSum && $0.identifier == identifier }),
                let unit = try? HKUnit(validating: goal.unit),
                let conversion = unit.conversion(to: HKUnit(from: type.unit))
            else { continue }
            goals[identifier] = conversion(goal.value)
        }
        return goals
    }
}
