// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A question about statistics on the wire.
package struct StatisticsQueryJSON: Sendable {
    /// The type of the samples.
    package var type: HKQuantityType
    /// What they have to fit.
    package var predicate: PredicateNode
    /// Which figures.
    package var options: HKStatisticsOptions
    /// The intervals; nil for one that takes everything.
    package var buckets: BucketsJSON?

    package init(
        type: HKQuantityType, predicate: PredicateNode = .constant(true), options: HKStatisticsOptions,
        buckets: BucketsJSON? = nil
    ) {
        self.type = type
        self.predicate = predicate
        self.options = options
        self.buckets = buckets
    }

    /// Reads a question.
    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["type", "predicate", "options", "buckets"])
        let name = try json.required("type")
        guard let type = try name.objectType() as? HKQuantityType else {
            throw name.problem("This is no quantity type; it has no statistics.", kind: .invalidArgument)
        }
        self.type = type
        predicate = try json.optional("predicate").map(PredicateJSON.init)?.node ?? .constant(true)
        let names = try json.optional("options")
        options =
            try names.map { (names) throws(Problem) in try StatisticsOptionNames.options(try names.array()) }
            ?? StatisticsOptionNames.allFigures(of: type)
        buckets = try json.optional("buckets").map(BucketsJSON.init)
    }

    /// The question as it is sent; nil where its predicate is code.
    package var json: JSONValue? {
        guard let predicate = PredicateJSON(predicate).json else { return nil }
        var entries: [(key: String, value: JSONValue)] = [
            ("type", .string(type.identifier)), ("predicate", predicate),
            ("options", .array(StatisticsOptionNames.names(options).map(JSONValue.string))),
        ]
        if let buckets { entries.append(("buckets", buckets.json)) }
        return .object(entries)
    }
}
