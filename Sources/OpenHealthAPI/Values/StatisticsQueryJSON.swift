// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A query for statistics on the wire.
package struct StatisticsQueryJSON: JSONRepresentable {
    /// The type of the samples.
    package var type: HKQuantityType
    /// The predicate of the samples.
    package var predicate: PredicateNode
    /// The requested values.
    package var options: HKStatisticsOptions
    /// The intervals; nil for a single one that contains everything.
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

    package static let format = JSONFormat<StatisticsQueryJSON>.object(
        named: "StatisticsQuery",
        .required("type", \.type, .statisticsType),
        .optional("predicate", \.predicate, .predicate, default: .constant(true)),
        .optional("options", \.givenOptions, .options), .optional("buckets", \.buckets, BucketsJSON.format)
    ) { type, predicate, options, buckets in
        StatisticsQueryJSON(
            type: type, predicate: predicate, options: options ?? StatisticsOptionNames.allFigures(of: type),
            buckets: buckets)
    }

    private var givenOptions: HKStatisticsOptions? { options }
}

extension JSONFormat where Value == HKQuantityType {
    /// The format of the identifier of a type that has statistics.
    fileprivate static var statisticsType: JSONFormat {
        .identifier { (json) throws(Problem) in
            guard let type = try json.objectType() as? HKQuantityType else {
                throw json.problem("This is not a quantity type, so it has no statistics.", kind: .invalidArgument)
            }
            return type
        }
    }
}

extension JSONFormat where Value == HKStatisticsOptions {
    /// The format of the names of options.
    fileprivate static var options: JSONFormat {
        JSONFormat(.array(of: .one(of: StatisticsOptionNames.all.map(\.name)))) { options in
            .array(StatisticsOptionNames.names(options).map(JSONValue.string))
        } decode: { (json) throws(Problem) in
            try StatisticsOptionNames.options(try json.array())
        }
    }
}
