// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

/// The samples that do not count because better-informed samples of their source do, in explanations of averages and durations.
struct ReplacedText {
    /// The samples by source.
    let samples: [ReplacedSamples]

    /// The lines for people, the first of which is empty; none if all samples count.
    var lines: [String] {
        if samples.isEmpty { return [] }
        return ["", "Left out, because they were pushed and better-informed samples of the same source count:"]
            + samples.map { left in
                let unit = left.samples == 1 ? "sample" : "samples"
                let duration = left.duration > 0 ? ", \(NumberText.duration(left.duration))" : ""
                return "\(left.source.name.printable): \(NumberText.grouped(left.samples)) \(unit)\(duration)"
            }
    }

    /// The entry in JSON.
    var json: [(key: String, value: JSONValue)] {
        let entries = samples.map { left in
            JSONValue.object([
                ("source", .string(left.source.name)), ("bundleIdentifier", .optional(left.source.bundleIdentifier)),
                ("samples", .integer(left.samples)), ("duration", .double(left.duration)),
                ("reason", .string("betterInformed")),
            ])
        }
        return [("leftOut", .array(entries))]
    }
}
