// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

/// The types with statistics: quantities and categories.
public enum StatisticsType {
    /// Returns the type with a name.
    /// - Throws: A ``ToolError`` if the name is unknown or the type has no statistics.
    package static func named(_ text: String, in database: HealthDatabase) throws -> HealthTypeDescription {
        // The types in the store are needed for unknown names only, because reading them is slow.
        let identifier = try TypeName.identifier(of: text, stored: try database.types().map(\.identifier))
        guard let type = HealthTypes.named(identifier) else {
            throw ToolError(
                .badArgument, "the aggregation of \(identifier) is unknown", remedy: "see `health samples`")
        }
        return try checked(type)
    }

    /// Returns the type with a name, without a store, which can contain further types.
    /// - Throws: A ``ToolError`` if the name is unknown or the type has no statistics.
    public static func named(_ text: String) throws -> HealthTypeDescription {
        guard let type = HealthTypes.matching(text) else { throw TypeName.unknown(text) }
        return try checked(type)
    }

    private static func checked(_ type: HealthTypeDescription) throws -> HealthTypeDescription {
        guard type.kind != .quantity, type.kind != .category else { return type }
        throw ToolError(
            .badArgument, "\(type.swiftName) has no statistics, since it is neither a quantity nor a category",
            remedy: remedy(type))
    }

    private static func remedy(_ type: HealthTypeDescription) -> String {
        switch type.kind {
        case .characteristic: return "see `health me`"
        case .activitySummary: return "see `health summaries`"
        case .workout: return "see `health workouts`"
        case .electrocardiogram: return "see `health ecgs`"
        case .correlation where type.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue:
            return "ask for bloodPressureSystolic and bloodPressureDiastolic"
        default: return "ask for a type such as stepCount, heartRate or sleepAnalysis; `health types` lists them"
        }
    }
}
