// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel

extension SampleQueryJSON {
    /// Creates the query for the parameters of a request.
    init(_ scope: RequestScope) throws(Problem) {
        guard let type = scope.query("type") else {
            throw Problem(
                .invalidRequest, "?type: Missing value.", faults: [Problem.Fault("?type", "Missing value.")])
        }
        let parts = try scope.conditions(from: scope.date("from"), to: scope.date("to"))
        let node: PredicateNode = parts.count == 1 ? parts[0] : parts.isEmpty ? .constant(true) : .and(parts)
        var query = SampleQuery([SampleQuery.Part(try TypeNames.sampleType(type, at: "?type"), node)])
        if let order = scope.query("order") { query.order = [try Self.order(order)] }
        if let limit = scope.query("limit") { query.limit = try Self.limit(limit) }
        self.init(query, cursor: scope.query("cursor"))
    }

    private static func order(_ text: String) throws(Problem) -> SampleQuery.Order {
        switch text {
        case "oldestFirst": return SampleQuery.Order(.startDate, ascending: true)
        case "newestFirst": return SampleQuery.Order(.startDate, ascending: false)
        default:
            let name = text.hasPrefix("-") ? String(text.dropFirst()) : text
            guard let key = SampleQuery.Order.Key(rawValue: name) else {
                let detail = "Expected oldestFirst, newestFirst or the name of a property."
                throw Problem(.invalidRequest, "?order: \(detail)", faults: [Problem.Fault("?order", detail)])
            }
            return SampleQuery.Order(key, ascending: !text.hasPrefix("-"))
        }
    }

    private static func limit(_ text: String) throws(Problem) -> Int {
        guard let limit = Int(text), (1...SampleRoutes.maximumOnPage).contains(limit) else {
            let detail = "Expected an integer from 1 to \(SampleRoutes.maximumOnPage)."
            throw Problem(.invalidRequest, "?limit: \(detail)", faults: [Problem.Fault("?limit", detail)])
        }
        return limit
    }
}

extension RequestScope {
    /// Returns the date in a parameter, or nil if it is missing.
    func date(_ name: String) throws(Problem) -> Date? {
        guard let text = query(name) else { return nil }
        return try JSONReader(.string(text), pointer: "?\(name)").date()
    }

    /// Returns the conditions for samples that overlap the time between two dates and match the parameter `predicate`.
    func conditions(from: Date?, to: Date?) throws(Problem) -> [PredicateNode] {
        var parts: [PredicateNode] = []
        if from != nil || to != nil {
            parts.append(
                .interval(
                    PredicateInterval(
                        from: from?.timeIntervalSince1970 ?? -.infinity, to: to?.timeIntervalSince1970 ?? .infinity)))
        }
        if let predicate = query("predicate") {
            parts.append(try PredicateJSON(parameter: predicate, at: "?predicate").node)
        }
        return parts
    }
}
