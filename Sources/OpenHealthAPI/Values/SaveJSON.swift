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
        about: "Samples of a workout, which are saved if they are new.",
        .required("workout", \.workout, .uuid),
        .required("samples", \.samples, .array(of: .newSample, most: SaveJSON.most)),
        .optional("savesMissing", \.savesMissing, .bool, default: true)
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
