// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The zones of a quantity type, and who drew them.
public struct HKWorkoutZoneConfiguration: Sendable {
    /// The origin of the zones.
    public enum Source: Codable, Hashable, Sendable {
        /// The system, from what it knows of the person.
        case system
        /// The person.
        case user
        /// An app.
        case app
    }

    /// The origin of the zones.
    public let source: Source
    /// The quantity type, such as heart rate.
    public var quantityType: HKQuantityType
    /// The zones, the lowest first; they leave no gap.
    public let zones: [HKWorkoutZone]

    /// Creates a configuration from stored parts.
    package init(source: Source, quantityType: HKQuantityType, zones: [HKWorkoutZone]) {
        self.source = source
        self.quantityType = quantityType
        self.zones = zones
    }

    /// Draws zones: one below the first boundary, one between each two, and one from the last.
    /// - Parameters:
    ///   - quantityType: what is measured.
    ///   - zoneBoundaries: the values at which zones meet, each larger than the one before; at least one.
    /// - Throws: ``HKObjectValidationError`` where there is no boundary, where one has a unit that the type is not measured in,
    ///   or where they do not rise.
    public init(quantityType: HKQuantityType, zoneBoundaries: [HKQuantity]) throws {
        for boundary in zoneBoundaries { try HKObjectValidation.checkQuantity(boundary, of: quantityType) }
        let rises = zip(zoneBoundaries, zoneBoundaries.dropFirst()).allSatisfy { $0.compare($1) == .orderedAscending }
        guard rises, !zoneBoundaries.isEmpty else {
            throw HKObjectValidationError(
                .valueOutOfRange, quantityType.identifier, "the boundaries of the zones do not rise",
                remedy: "give at least one, and each larger than the one before")
        }
        let minima: [HKQuantity?] = [nil] + zoneBoundaries
        let maxima: [HKQuantity?] = zoneBoundaries + [nil]
        self.init(
            source: .app, quantityType: quantityType,
            zones: zip(minima, maxima).enumerated().map { index, bounds in
                HKWorkoutZone(index: index, minimum: bounds.0, maximum: bounds.1)
            })
    }

    /// Whether two configurations have the same zones of the same type from the same source.
    public static func == (left: HKWorkoutZoneConfiguration, right: HKWorkoutZoneConfiguration) -> Bool {
        left.source == right.source && left.quantityType == right.quantityType
            && left.zones.elementsEqual(right.zones, by: ==)
    }
}

extension HKWorkoutZoneConfiguration.Source {
    /// The name in archives and stores.
    package var name: String {
        switch self {
        case .system: "system"
        case .user: "user"
        case .app: "app"
        }
    }

    /// Creates the source with a name; nil for an unknown one.
    package init?(name: String) {
        switch name {
        case "system": self = .system
        case "user": self = .user
        case "app": self = .app
        default: return nil
        }
    }
}
