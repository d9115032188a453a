// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The zones of a quantity type on the wire.
package struct ZoneConfigurationJSON: Sendable {
    /// The zones.
    package let configuration: HKWorkoutZoneConfiguration

    package init(_ configuration: HKWorkoutZoneConfiguration) {
        self.configuration = configuration
    }

    /// Reads zones.
    package init(_ json: JSONReader) throws(Problem) {
        let name = try json.required("source")
        guard let source = HKWorkoutZoneConfiguration.Source(name: try name.string()) else {
            throw name.problem("This has to be system, user or app.")
        }
        var zones: [HKWorkoutZone] = []
        for zone in try json.required("zones").array() {
            zones.append(
                HKWorkoutZone(
                    index: try zone.required("index").integer(), minimum: try Self.quantity(zone, "minimum"),
                    maximum: try Self.quantity(zone, "maximum")))
        }
        configuration = HKWorkoutZoneConfiguration(
            source: source, quantityType: try json.required("type").quantityType(), zones: zones)
    }

    /// The zones as they are sent.
    package var json: JSONValue {
        .object([
            ("type", .string(configuration.quantityType.identifier)), ("source", .string(configuration.source.name)),
            (
                "zones",
                .array(
                    configuration.zones.map { zone in
                        var entries: [(key: String, value: JSONValue)] = [("index", .integer(zone.index))]
                        if let minimum = zone.minimum { entries.append(("minimum", QuantityJSON(minimum).json)) }
                        if let maximum = zone.maximum { entries.append(("maximum", QuantityJSON(maximum).json)) }
                        return .object(entries)
                    })
            ),
        ])
    }

    private static func quantity(_ json: JSONReader, _ key: String) throws(Problem) -> HKQuantity? {
        guard let value = try json.optional(key) else { return nil }
        return try QuantityJSON(value).quantity
    }
}
