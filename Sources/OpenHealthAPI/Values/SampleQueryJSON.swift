// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The samples of one type that match a predicate.
package struct SampleQueryPartJSON: JSONRepresentable {
    package var part: SampleQuery.Part

    package init(_ part: SampleQuery.Part) {
        self.part = part
    }

    /// The maximum number of parts of a query: more than there are types.
    package static let most = 1000

    package static let format = JSONFormat<SampleQueryPartJSON>.object(
        named: "QueryPart", about: "Samples of one type that match a predicate.",
        .required("type", \.part.type, .sampleType),
        .optional("predicate", \.part.predicate, .predicate, default: .constant(true))
    ) { SampleQueryPartJSON(SampleQuery.Part($0, $1)) }
}

extension JSONFormat where Value == SampleQuery.Part {
    /// The format of the samples of one type that match a predicate.
    package static var queryPart: JSONFormat { SampleQueryPartJSON.format.map(\.part, back: SampleQueryPartJSON.init) }
}

extension JSONFormat where Value == [SampleQuery.Part] {
    /// The format of the parts of a query, at least one.
    package static var queryParts: JSONFormat {
        let format = JSONFormat.array(of: .queryPart, most: SampleQueryPartJSON.most)
        return JSONFormat(format.schema.with("minItems", .integer(1)), encode: format.encode) {
            (json) throws(Problem) in
            let parts = try format.decode(json)
            guard !parts.isEmpty else {
                throw json.problem("Expected at least one part.", kind: .invalidArgument)
            }
            return parts
        }
    }
}

extension JSONFormat where Value == SampleQuery.Order {
    /// The format of a sort descriptor.
    package static var queryOrder: JSONFormat {
        let known = SampleQuery.Order.Key.allCases.map(\.rawValue).joined(separator: ", ")
        return .object(
            named: "QueryOrder",
            .required(
                "key", \.key,
                .one(of: SampleQuery.Order.Key.allCases.map { ($0.rawValue, $0) }, orElse: "The keys are \(known).")),
            .optional("ascending", \.isAscending, .bool, default: true)
        ) { SampleQuery.Order($0, ascending: $1) }
    }
}

/// A query for samples.
package struct SampleQueryJSON: JSONRepresentable {
    package var query: SampleQuery
    /// The cursor of the previous page.
    package var cursor: String?

    package init(_ query: SampleQuery, cursor: String? = nil) {
        self.query = query
        self.cursor = cursor
    }

    /// The maximum number of sort descriptors.
    package static let maximumOrders = 10

    package static let format = JSONFormat<SampleQueryJSON>.object(
        .required("parts", \.query.parts, .queryParts.asContent()),
        .optional("order", \.query.order, .array(of: .queryOrder, most: maximumOrders), default: []),
        .optional("limit", \.query.limit, .limit), .optional("cursor", \.cursor, .string)
    ) { SampleQueryJSON(SampleQuery($0, order: $1, limit: $2), cursor: $3) }

    static func limit(_ json: JSONReader) throws(Problem) -> Int {
        let limit = try json.integer()
        guard limit > 0 else { throw json.problem("Expected greater than zero.") }
        return limit
    }
}

extension JSONFormat where Value == SampleQuery {
    /// The format of a query for all samples at once, without a cursor.
    package static var sampleQuery: JSONFormat {
        .object(
            .required("parts", \.parts, .queryParts.asContent()),
            .optional("order", \.order, .array(of: .queryOrder, most: SampleQueryJSON.maximumOrders), default: []),
            .optional("limit", \.limit, .limit)
        ) { SampleQuery($0, order: $1, limit: $2) }
    }
}

/// A page of samples.
package struct SamplePageJSON: JSONRepresentable {
    package var samples: [HKSample]
    /// The cursor of the next page; nil on the last one.
    package var cursor: String?

    package init(_ samples: [HKSample], cursor: String?) {
        self.samples = samples
        self.cursor = cursor
    }

    package static let format = JSONFormat<SamplePageJSON>.object(
        .required("samples", \.samples, .array(of: .sample)), .optional("cursor", \.cursor, .string)
    ) { SamplePageJSON($0, cursor: $1) }
}

/// A query for correlations by their members.
package struct CorrelationQueryJSON: JSONRepresentable {
    package var part: SampleQuery.Part
    /// For each type, the predicate that at least one member must match.
    package var members: [HKSampleType: PredicateNode]
    /// The maximum number of correlations on the page.
    package var limit: Int?
    /// The cursor of the previous page.
    package var cursor: String?

    package init(
        _ part: SampleQuery.Part, members: [HKSampleType: PredicateNode] = [:], limit: Int? = nil, cursor: String? = nil
    ) {
        self.part = part
        self.members = members
        self.limit = limit
        self.cursor = cursor
    }

    package static let format = JSONFormat<CorrelationQueryJSON>.object(
        .required("type", \.part.type, .sampleType),
        .optional("predicate", \.part.predicate, .predicate.asContent(), default: .constant(true)),
        .optional("members", \.members, .members, default: [:]), .optional("limit", \.limit, .limit),
        .optional("cursor", \.cursor, .string)
    ) { CorrelationQueryJSON(SampleQuery.Part($0, $1), members: $2, limit: $3, cursor: $4) }
}

/// A page of correlations.
package struct CorrelationPageJSON: JSONRepresentable {
    package var correlations: [HKSample]
    /// The cursor of the next page; nil on the last one.
    package var cursor: String?

    package init(_ correlations: [HKSample], cursor: String?) {
        self.correlations = correlations
        self.cursor = cursor
    }

    package static let format = JSONFormat<CorrelationPageJSON>.object(
        .required("correlations", \.correlations, .array(of: .sample)), .optional("cursor", \.cursor, .string)
    ) { CorrelationPageJSON($0, cursor: $1) }
}

extension JSONFormat where Value == [HKSampleType: PredicateNode] {
    /// The format of predicates by type, as a list of query parts.
    fileprivate static var members: JSONFormat {
        let parts = JSONFormat<[SampleQuery.Part]>.array(of: .queryPart.asContent(), most: SampleQueryPartJSON.most)
        return JSONFormat(parts.schema) { members in
            parts.encode(
                members.sorted { $0.key.identifier < $1.key.identifier }.map { SampleQuery.Part($0.key, $0.value) })
        } decode: { (json) throws(Problem) in
            var members: [HKSampleType: PredicateNode] = [:]
            for (place, part) in try parts.decode(json).enumerated() {
                guard members.updateValue(part.predicate, forKey: part.type) == nil else {
                    throw JSONReader(.null, pointer: "\(json.pointer)/\(place)").problem(
                        "Duplicate type.", kind: .invalidArgument)
                }
            }
            return members
        }
    }
}
