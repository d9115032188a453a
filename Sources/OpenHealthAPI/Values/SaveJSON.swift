// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A request to save samples, and to add some to a workout.
package struct SaveJSON: JSONRepresentable {
    /// Samples that become part of a workout, which is stored or among the samples to save.
    package struct Adding: JSONRepresentable {
        package var workout: UUID
        package var samples: [HKSample]
        /// Whether samples that are not stored are saved; otherwise they are ignored.
        package var savesMissing: Bool

        package init(workout: UUID, samples: [HKSample], savesMissing: Bool = true) {
            self.workout = workout
            self.samples = samples
            self.savesMissing = savesMissing
        }

        package static let format = JSONFormat<Adding>.object(
            about: "Samples of a workout, which are saved if they are new.",
            .required("workout", \.workout, .uuid),
            .required("samples", \.samples, .array(of: .newSample, most: SaveJSON.most)),
            .optional("savesMissing", \.savesMissing, .bool, default: true)
        ) { Adding(workout: $0, samples: $1, savesMissing: $2) }
    }

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
        .optional("adding", \.adding, Adding.format),
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
