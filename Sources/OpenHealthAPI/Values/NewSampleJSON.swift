// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A sample to be saved: a sample as an app sends it, and under `series` its measurements where it is a series.
package struct NewSampleJSON: Sendable {
    package var sample: HKSample
    package var measurements: SeriesMeasurements?

    package init(_ sample: HKSample, _ measurements: SeriesMeasurements? = nil) {
        self.sample = sample
        self.measurements = measurements
    }

    package init(_ json: JSONReader) throws(Problem) {
        sample = try SampleJSON(new: json, extraKeys: ["series"]).sample
        measurements = try Problem.ofContent { () throws(Problem) in
            try json.optional("series").map { (series) throws(Problem) in try MeasurementsJSON(series).measurements }
        }
    }

    package var json: JSONValue {
        .object(SampleJSON(sample).entries + (measurements.map { [("series", MeasurementsJSON($0).json)] } ?? []))
    }
}

/// A request to save samples, and to make some part of a workout: `{"samples": […], "adding": {"workout", "samples",
/// "savesMissing"}, "savesNewOnly"}`.
package struct SaveJSON: Sendable {
    package var samples: [NewSampleJSON]
    /// What becomes part of a workout, which is there already or among the samples.
    package var members: [HKSample] = []
    package var workout: UUID?
    /// Whether members that are not there are saved; they are left out otherwise.
    package var savesMissing = true
    /// Whether samples that are there already are passed over.
    package var savesNewOnly = false

    /// How many samples can be saved at once.
    package static let most = 10_000

    package init(_ samples: [NewSampleJSON]) {
        self.samples = samples
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["samples", "adding", "savesNewOnly"])
        samples = []
        for sample in try json.required("samples").array(most: Self.most) { samples.append(try NewSampleJSON(sample)) }
        savesNewOnly = try json.optional("savesNewOnly")?.bool() ?? false
        guard let adding = try json.optional("adding") else { return }
        try adding.check(keys: ["workout", "samples", "savesMissing"])
        workout = try adding.required("workout").uuid()
        savesMissing = try adding.optional("savesMissing")?.bool() ?? true
        for sample in try adding.required("samples").array(most: Self.most) {
            members.append(try SampleJSON(new: sample).sample)
        }
        guard !savesNewOnly else {
            throw adding.problem("With savesNewOnly nothing is added to a workout.", kind: .invalidArgument)
        }
    }

    package var json: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [("samples", .array(samples.map(\.json)))]
        if let workout {
            entries.append(
                (
                    "adding",
                    .object([
                        ("workout", .string(workout.uuidString)),
                        ("samples", .array(members.map { SampleJSON($0).json })), ("savesMissing", .bool(savesMissing)),
                    ])
                ))
        }
        if savesNewOnly { entries.append(("savesNewOnly", .bool(true))) }
        return .object(entries)
    }
}
