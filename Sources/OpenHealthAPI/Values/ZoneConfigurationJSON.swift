// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension JSONFormat where Value == HKWorkoutZoneConfiguration {
    /// The format of the zones of a quantity type.
    package static var zoneConfiguration: JSONFormat {
        .object(
            named: "WorkoutZones", about: "The ranges of a quantity by which a workout was divided.",
            ignoresOthers: true,
            .required("type", \.quantityType, .quantityType),
            .required(
                "source", \.source,
                .one(
                    of: [("system", .system), ("user", .user), ("app", .app)],
                    orElse: "Expected system, user or app.")),
            .required("zones", \.zones, .array(of: .zone))
        ) { HKWorkoutZoneConfiguration(source: $1, quantityType: $0, zones: $2) }
    }
}

extension JSONFormat where Value == HKWorkoutZone {
    /// The format of a zone.
    fileprivate static var zone: JSONFormat {
        .object(
            ignoresOthers: true, .required("index", \.index, .integer()), .optional("minimum", \.minimum, .quantity),
            .optional("maximum", \.maximum, .quantity)
        ) { HKWorkoutZone(index: $0, minimum: $1, maximum: $2) }
    }
}
