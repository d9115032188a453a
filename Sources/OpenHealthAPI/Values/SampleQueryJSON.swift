// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Samples of one type that a predicate fits: `{"type", "predicate"}`.
package struct SampleQueryPartJSON: Sendable {
    package var part: SampleQuery.Part

    package init(_ part: SampleQuery.Part) {
        self.part = part
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["type", "predicate"])
        part = SampleQuery.Part(try json.required("type").sampleType())
        if let predicate = try json.optional("predicate") { part.predicate = try PredicateJSON(predicate).node }
    }

    /// The part; nil where its predicate is code.
    package var json: JSONValue? {
        var entries: [(key: String, value: JSONValue)] = [("type", .string(part.type.identifier))]
        if part.predicate != .constant(true) {
            guard let predicate = PredicateJSON(part.predicate).json else { return nil }
            entries.append(("predicate", predicate))
        }
        return .object(entries)
    }

    /// How many parts a question can have: more than there are types.
    package static let most = 1000

    /// The parts under a key.
    package static func parts(_ json: JSONReader) throws(Problem) -> [SampleQuery.Part] {
        var parts: [SampleQuery.Part] = []
        for part in try json.required("parts").array(most: most) { parts.append(try SampleQueryPartJSON(part).part) }
        guard !parts.isEmpty else {
            throw json.problem("There has to be at least one part.", kind: .invalidArgument)
        }
        return parts
    }
}

/// A question for samples: `{"parts": […], "order": [{"key", "ascending"}], "limit", "cursor"}`.
package struct SampleQueryJSON: Sendable {
    package var query: SampleQuery
    /// Where the page before ended.
    package var cursor: String?

    package init(_ query: SampleQuery, cursor: String? = nil) {
        self.query = query
        self.cursor = cursor
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["parts", "order", "limit", "cursor"])
        query = SampleQuery(try Problem.ofContent { () throws(Problem) in try SampleQueryPartJSON.parts(json) })
        if let order = try json.optional("order") {
            for entry in try order.array(most: Self.mostOrders) { query.order.append(try Self.order(entry)) }
        }
        if let limit = try json.optional("limit") { query.limit = try Self.limit(limit) }
        cursor = try json.optional("cursor")?.string()
    }

    /// How many keys samples can be put in order by.
    package static let mostOrders = 10

    /// The question; nil where one of its predicates is code.
    package var json: JSONValue? {
        let parts = query.parts.map { SampleQueryPartJSON($0).json }
        guard parts.allSatisfy({ $0 != nil }) else { return nil }
        var entries: [(key: String, value: JSONValue)] = [("parts", .array(parts.compactMap(\.self)))]
        if !query.order.isEmpty {
            entries.append(
                (
                    "order",
                    .array(
                        query.order.map {
                            .object([("key", .string($0.key.rawValue)), ("ascending", .bool($0.isAscending))])
                        })
                ))
        }
        if let limit = query.limit { entries.append(("limit", .integer(limit))) }
        if let cursor { entries.append(("cursor", .string(cursor))) }
        return .object(entries)
    }

    private static func order(_ json: JSONReader) throws(Problem) -> SampleQuery.Order {
        try json.check(keys: ["key", "ascending"])
        let name = try json.required("key")
        guard let key = SampleQuery.Order.Key(rawValue: try name.string()) else {
            let known = SampleQuery.Order.Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw name.problem("The keys are \(known).")
        }
        return SampleQuery.Order(key, ascending: try json.optional("ascending")?.bool() ?? true)
    }

    static func limit(_ json: JSONReader) throws(Problem) -> Int {
        let limit = try json.integer()
        guard limit > 0 else { throw json.problem("This has to be greater than zero.") }
        return limit
    }
}
