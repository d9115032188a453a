// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A request to save samples, and to add some to a workout.
package struct SaveJSON: JSONRepresentable {
    /// Samples that become part of a workout, which is stored or among the samples to save. Samples that are not stored are saved or
    /// ignored.
    package typealias Adding = (workout: UUID, samples: [HKSample], savesMissing: Bool)

    package var samples: [NewSampleJSON]
    package var adding: Adding?
    /// Whether samples that are stored already are ignored.
    package var savesNewOnly: Bool

    /// The maximum number of samples.
    package static let most = 10_000

    package init(_ samples: [NewSampleJSON], adding: Adding? = nil, savesNewOnly: Bool = false) {
        self.samples = samples
        self.adding = adding
        self.savesNewOnly = savesNewOnly
    }

    package static let format = JSONFormat<SaveJSON>.object(
        .required("samples", \.samples, .array(of: NewSampleJSON.format, most: most)),
        .optional("adding", \.adding, .addingToWorkout),
        .optional(
            "savesNewOnly", \.savesNewOnly, .bool.described("Whether to skip existing samples."),
            default: false)
    ) { samples, adding, savesNewOnly throws(Problem) in
        guard adding == nil || !savesNewOnly else {
            throw JSONReader(.null, pointer: "/adding").problem(
                "With savesNewOnly, nothing is added to a workout.", kind: .invalidArgument)
        }
        return SaveJSON(samples, adding: adding, savesNewOnly: savesNewOnly)
    }
}

extension JSONFormat where Value == SaveJSON.Adding {
    /// The format of samples that become part of a workout.
    fileprivate static let addingToWorkout = JSONFormat.object(
        about: "A workout and the samples that become part of it, for its statistics.",
        .required("workout", \.workout, .uuid.described("A stored workout, or one of the samples to be saved.")),
        .required("samples", \.samples, .array(of: .newSample, most: SaveJSON.most)),
        .optional(
            "savesMissing", \.savesMissing,
            .bool.described("Whether samples that are not stored are saved; otherwise they are ignored."), default: true
        )
    ) { (workout: $0, samples: $1, savesMissing: $2) }
}

extension JSONFormat where Value == HKSample {
    /// The format of a sample from an app, without measurements.
    package static var newSample: JSONFormat {
        JSONFormat(.named("NewSample")) {
            .object(SampleJSON($0).entries)
        } decode: { (json) throws(Problem) in
            try SampleJSON(new: json).sample
        }
    }
}

/// A sample to be saved: a sample from an app, with its measurements under `series` if it is a series.
package struct NewSampleJSON: JSONRepresentable {
    package var sample: HKSample
    package var measurements: SeriesMeasurements?

    package init(_ sample: HKSample, _ measurements: SeriesMeasurements? = nil) {
        self.sample = sample
        self.measurements = measurements
    }

    package static let format = JSONFormat<NewSampleJSON>(
        name: "NewSample",
        JSONSchema.object(
            ["type": .named("TypeName"), "startDate": .date],
            optional: [
                "uuid": .uuid.described("The identity; created by the server by default."),
                "endDate": .date.described("By default the same as startDate."),
                "value": .number.described("The value of a quantity in its unit, or the raw value of a category."),
                "unit": .named("Unit").described("The unit of the value of a quantity."),
                "objects": .array(of: .named("NewSample"), most: 1000).described("The members of a correlation."),
                "activityType": .string().described(
                    "The activity of a workout by its name in /v1/catalogue, such as running; its raw value is read, too."
                ).example(.string("running")),
                "duration": .number.described(
                    "The seconds of a workout without pauses; by default those between its dates without the pauses among its events."
                ),
                "totalEnergyBurned": .named("Quantity").described("The active energy of a workout."),
                "totalDistance": .named("Quantity").described("The distance of a workout."),
                "totalSwimmingStrokeCount": .named("Quantity").described("The strokes of a workout in water."),
                "totalFlightsClimbed": .named("Quantity").described("The flights of stairs of a workout."),
                "device": .named("Device"), "metadata": .named("Metadata"),
                "source": .named("Revision").described("Ignored: samples belong to the app that sends them."),
                "created": .date.described("Not looked at."), "copyOf": .uuid.described("Not looked at."),
                "averageHeartRate": .named("Quantity").described("As activities and statistics: only with a detail."),
                "activities": .array(of: .named("WorkoutActivity")), "statistics": .array(of: .named("Statistics")),
                "class": .string().described("The class in HealthKit, as GET /v1/samples writes it."),
                "detail": .object(isOpen: true).described("The archive of the object, as GET /v1/samples writes it."),
                "series": .named("Measurements").described(
                    "The measurements of a series: a route, an electrocardiogram, heartbeats or readings of a quantity."
                ),
                "valueName": .string().described("The name of the value of a category, in place of the value."),
                "events": .array(of: .named("WorkoutEvent"), most: WorkoutEventJSON.most)
                    .described("The events of a workout without a detail."),
            ]
        ).described(
            """
            A sample to be saved. A quantity needs value and unit, a category value, a correlation objects, a workout \
            activityType; others need class and detail.
            """)
    ) { new in
        .object(
            SampleJSON(new.sample).entries
                + (new.measurements.map { [("series", JSONFormat.measurements.json($0))] } ?? []))
    } decode: { (json) throws(Problem) in
        try read(json)
    }

    private static func read(_ json: JSONReader) throws(Problem) -> NewSampleJSON {
        let sample = try SampleJSON(new: json, extraKeys: ["series"]).sample
        let measurements = try Problem.ofContent { () throws(Problem) in
            try json.optional("series").map(JSONFormat.measurements.decode)
        }
        return NewSampleJSON(sample, measurements)
    }
}

/// A request to delete samples: `{"uuids": […]}`, `{"objects": [{"uuid", "types"}]}` or `{"type", "predicate"}`.
package enum DeleteJSON: JSONRepresentable {
    /// Samples by their UUIDs, each with its type, or with the types of its members if it is a correlation, if known.
    case objects([(uuid: UUID, types: [HKSampleType])])
    /// The samples of a type that match a predicate.
    case matching(SampleQuery.Part)

    /// The maximum number of samples in a request.
    package static let most = 10_000

    package static let format = JSONFormat<DeleteJSON>(
        .any(of: [
            .object(["uuids": .array(of: .uuid, least: 1, most: most)]),
            .object([
                "objects": .array(
                    of: .object(["uuid": .uuid, "types": .array(of: .named("TypeName"), most: 1000)]), least: 1,
                    most: most)
            ]),
            .object(["type": .named("TypeName")], optional: ["predicate": .named("Predicate")]),
        ])
    ) {
        $0.encoded
    } decode: { (json) throws(Problem) in
        try read(json)
    }

    private static func read(_ json: JSONReader) throws(Problem) -> DeleteJSON {
        try json.check(keys: ["uuids", "objects", "type", "predicate"])
        let uuids = try json.optional("uuids")
        let objects = try json.optional("objects")
        guard [uuids, objects, try json.optional("type")].count(where: { $0 != nil }) == 1 else {
            throw json.problem("Expected one of the keys uuids, objects and type.", kind: .invalidArgument)
        }
        if let uuids {
            var found: [(uuid: UUID, types: [HKSampleType])] = []
            for uuid in try uuids.array(most: Self.most) { found.append((try uuid.uuid(), [])) }
            return .objects(found)
        } else if let objects {
            var found: [(uuid: UUID, types: [HKSampleType])] = []
            for object in try objects.array(most: Self.most) {
                try object.check(keys: ["uuid", "types"])
                var types: [HKSampleType] = []
                for type in try object.required("types").array(most: 1000) { types.append(try type.sampleType()) }
                found.append((try object.required("uuid").uuid(), types))
            }
            return .objects(found)
        } else {
            var part = SampleQuery.Part(try json.required("type").sampleType())
            if let predicate = try json.optional("predicate") { part.predicate = try PredicateJSON(predicate).node }
            return .matching(part)
        }
    }

    /// Creates a request from samples and their known types.
    package init(_ samples: [HKSample]) {
        self = .objects(
            samples.map { sample in
                (sample.uuid, (sample as? HKCorrelation)?.objects.map(\.sampleType) ?? [sample.sampleType])
            })
    }

    private var encoded: JSONValue? {
        switch self {
        case .objects(let objects):
            return .object([
                (
                    "objects",
                    .array(
                        objects.map {
                            .object([
                                ("uuid", .string($0.uuid.uuidString)),
                                ("types", .array($0.types.map { .string($0.identifier) })),
                            ])
                        })
                )
            ])
        case .matching(let part): return SampleQueryPartJSON.format.encode(SampleQueryPartJSON(part))
        }
    }
}
