// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The schemas of samples.
package enum SampleSchemas {
    package static let all: [(name: String, schema: JSONSchema)] = [
        ("TypeName", typeName), ("Unit", unit), QuantityJSON.format.component, MetadataValuesJSON.format.component,
        SourceJSON.format.component, DeviceJSON.format.component, SampleJSON.format.component,
        NewSampleJSON.format.component, MeasurementsJSON.format.component, ReadingJSON.format.component,
        HeartbeatJSON.format.component, RoutePointJSON.format.component, DeletedObjectJSON.format.component,
    ]

    /// The schema of the name of a type.
    private static let typeName = JSONSchema.string(length: 1...200).described(
        "The identifier of a type, such as HKQuantityTypeIdentifierStepCount; a short name (stepCount) is taken as well."
    ).example(.string("HKQuantityTypeIdentifierStepCount"))

    private static let unit = JSONSchema.string(length: 0...200).described(
        "A unit as HealthKit writes it, such as count/min or mg/dL."
    ).example(.string("count/min"))

}
