// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Schemas of samples.
package enum SampleSchemas {
    package static let all: [(name: String, schema: JSONSchema)] = [
        ("TypeName", typeName), ("Unit", unit), ("Quantity", quantity), ("Metadata", metadata), ("Revision", revision),
        ("Device", device), ("Sample", sample), ("NewSample", newSample), ("Measurements", measurements),
        ("Reading", reading), ("Heartbeat", heartbeat), ("RoutePoint", routePoint), ("DeletedObject", deleted),
    ]

    /// A name of a type.
    private static let typeName = JSONSchema.string(length: 1...200).described(
        "The identifier of a type, such as HKQuantityTypeIdentifierStepCount; a short name (stepCount) is taken as well."
    ).example(.string("HKQuantityTypeIdentifierStepCount"))

    private static let unit = JSONSchema.string(length: 0...200).described(
        "A unit as HealthKit writes it, such as count/min or mg/dL."
    ).example(.string("count/min"))

    /// A number, or one that JSON has no word for.
    private static let anyNumber = JSONSchema.any(of: [.number, .one(of: ["inf", "-inf", "nan"])])

    private static let quantity = JSONSchema.object(["value": anyNumber, "unit": .named("Unit")]).described(
        "A value in the unit that it was given in.")

    private static let metadata = JSONSchema.map(
        of: .any(of: [
            .string(), .number, .bool, .object(["date": .date]), .object(["secondsSince2001": anyNumber]),
            .object(["number": anyNumber]), .named("Quantity"),
        ])
    ).described(
        """
        More about a sample. Whole numbers are written without a point and others with one; a date is {"date": …}, a \
        quantity {"value": …, "unit": …}.
        """)

    private static let revision = JSONSchema.object(
        ["name": .string(), "bundleIdentifier": .string()],
        optional: [
            "version": .string(), "productType": .string(),
            "operatingSystemVersion": .string(pattern: #"^-?[0-9]{1,9}\.-?[0-9]{1,9}\.-?[0-9]{1,9}$"#),
        ]
    ).described("A version of an app or device on a machine, without what is not known.")

    private static let device = JSONSchema.object(
        optional: [
            "name": .string(), "manufacturer": .string(), "model": .string(), "hardwareVersion": .string(),
            "firmwareVersion": .string(), "softwareVersion": .string(), "localIdentifier": .string(),
            "udiDeviceIdentifier": .string(),
        ]
    ).described("What measured, without what is not known.")

    private static let sample = JSONSchema.object(
        [
            "uuid": .uuid, "type": .named("TypeName"), "startDate": .date, "endDate": .date,
            "source": .named("Revision"),
        ],
        optional: [
            "value": .number.described("Of a quantity in its unit; of a category the raw value."),
            "unit": .named("Unit"), "objects": .array(of: .named("Sample")), "activityType": .string(),
            "duration": .number.described("Seconds without pauses."), "totalEnergyBurned": .named("Quantity"),
            "totalDistance": .named("Quantity"), "totalSwimmingStrokeCount": .named("Quantity"),
            "totalFlightsClimbed": .named("Quantity"), "device": .named("Device"), "metadata": .named("Metadata"),
            "created": .date.described("When it was saved."),
            "class": .string().described("The class in HealthKit, where the other keys do not hold the whole object."),
            "detail": .object(isOpen: true).described("The parts of the object by class."),
        ]
    ).described("A sample as it is stored.")

    private static let newSample = JSONSchema.object(
        ["type": .named("TypeName"), "startDate": .date],
        optional: [
            "uuid": .uuid.described("The identity; made by the daemon where it is not given."),
            "endDate": .date.described("The same as startDate where it is not given."), "value": .number,
            "unit": .named("Unit"), "objects": .array(of: .named("NewSample"), most: 1000), "activityType": .string(),
            "duration": .number, "totalEnergyBurned": .named("Quantity"), "totalDistance": .named("Quantity"),
            "totalSwimmingStrokeCount": .named("Quantity"), "totalFlightsClimbed": .named("Quantity"),
            "device": .named("Device"), "metadata": .named("Metadata"),
            "source": .named("Revision").described("Not looked at: samples become the app's that sends them."),
            "created": .date.described("Not looked at."), "class": .string(), "detail": .object(isOpen: true),
            "series": .named("Measurements"),
        ]
    ).described(
        """
        A sample to be saved. A quantity needs value and unit, a category value, a correlation objects, a workout \
        activityType; others need class and detail.
        """)

    private static let measurements = JSONSchema.any(of: [
        .object(["readings": .array(of: .named("Reading"), most: MeasurementsJSON.most)]),
        .object(["heartbeats": .array(of: .named("Heartbeat"), most: MeasurementsJSON.most)]),
        .object(
            ["points": .array(of: .named("RoutePoint"), most: MeasurementsJSON.most)],
            optional: ["workout": .uuid.described("The workout that the route belongs to.")]),
        .object([
            "voltages": .array(of: .number, most: MeasurementsJSON.most).described("Microvolts, at even distances.")
        ]),
    ]).described("The measurements of a sample that is a series.")

    private static let reading = JSONSchema.object(
        [
            "start": .number.described("Seconds since 1970."),
            "value": .number.described("In the type's canonical unit."),
        ],
        optional: ["end": .number.described("Seconds since 1970; the start where it is not given.")])

    private static let heartbeat = JSONSchema.object(
        ["time": .number.described("Seconds since the start of the series.")],
        optional: ["precededByGap": .bool.described("Whether beats before it may be missing.")])

    private static let routePoint = JSONSchema.object(
        [
            "time": .number.described("Seconds since 1970."), "latitude": .number.described("Degrees north, WGS 84."),
            "longitude": .number.described("Degrees east, WGS 84."),
        ],
        optional: [
            "altitude": .number, "speed": .number, "course": .number, "horizontalAccuracy": .number,
            "verticalAccuracy": .number, "courseAccuracy": .number, "speedAccuracy": .number,
        ])

    private static let deleted = JSONSchema.object(["uuid": .uuid], optional: ["metadata": .named("Metadata")])
        .described("The trace of a sample that is gone.")
}
