// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The zones of a quantity type and their source.
public struct HKWorkoutZoneConfiguration: Sendable {
    /// The source of zones.
    public enum Source: Codable, Hashable, Sendable {
        /// The system, based on the person's data.
        case system
        /// The person.
        case user
        /// An app.
        case app
    }

    /// The source of the zones.
    public let source: Source
    /// The quantity type, such as heart rate.
    public var quantityType: HKQuantityType
    /// The zones in ascending order, without gaps.
    public let zones: [HKWorkoutZone]

    /// Creates a configuration from stored fields.
    package init(source: Source, quantityType: HKQuantityType, zones: [HKWorkoutZone]) {
        self.source = source
        self.quantityType = quantityType
        self.zones = zones
    }

    /// Creates zones from boundaries: one below the first boundary, one between each pair, and one above the last.
    /// - Parameters:
    ///   - quantityType: The quantity type.
    ///   - zoneBoundaries: The boundaries in ascending order, at least one.
    /// - Throws: ``HKObjectValidationError`` if there is no boundary, if the unit of a boundary is incompatible with the type,
    ///   or if the boundaries are not in ascending order.
    public init(quantityType: HKQuantityType, zoneBoundaries: [HKQuantity]) throws {
        for boundary in zoneBoundaries { try HKObjectValidation.checkQuantity(boundary, of: quantityType) }
        let rises = zip(zoneBoundaries, zoneBoundaries.dropFirst()).allSatisfy { $0.compare($1) == .orderedAscending }
        guard rises, !zoneBoundaries.isEmpty else {
            throw HKObjectValidationError(
                .valueOutOfRange, quantityType.identifier, "the boundaries of the zones are not in ascending order",
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

    /// Returns a Boolean value that indicates whether two configurations have the same zones, type and source.
    public static func == (left: HKWorkoutZoneConfiguration, right: HKWorkoutZoneConfiguration) -> Bool {
        left.source == right.source && left.quantityType == right.quantityType
            && left.zones.elementsEqual(right.zones, by: ==)
    }
}

extension HKWorkoutZoneConfiguration.Source {
    /// The name of the source in archives and stores.
    package var name: String {
        switch self {
        case .system: "system"
        case .user: "user"
        case .app: "app"
        }
    }

    /// Creates a source from its name; `nil` if the name is unknown.
    package init?(name: String) {
        switch name {
        case "system": self = .system
        case "user": self = .user
        case "app": self = .app
        default: return nil
        }
    }
}
