// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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
                "endDate": .date.described("By default the same as startDate."), "value": .number,
                "unit": .named("Unit"), "objects": .array(of: .named("NewSample"), most: 1000),
                "activityType": .string(), "duration": .number, "totalEnergyBurned": .named("Quantity"),
                "totalDistance": .named("Quantity"), "totalSwimmingStrokeCount": .named("Quantity"),
                "totalFlightsClimbed": .named("Quantity"), "device": .named("Device"), "metadata": .named("Metadata"),
                "source": .named("Revision").described("Ignored: samples belong to the app that sends them."),
                "created": .date.described("Not looked at."), "class": .string(), "detail": .object(isOpen: true),
                "series": .named("Measurements"),
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
