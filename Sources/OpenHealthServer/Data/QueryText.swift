// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The parameters of a request's path and query as values.
struct QueryText: Sendable {
    let scope: RequestScope

    init(_ scope: RequestScope) {
        self.scope = scope
    }

    func problem(_ name: String, _ detail: String, kind: Problem.Kind = .invalidRequest) -> Problem {
        Problem(kind, "The parameter \(name): \(detail)", faults: [Problem.Fault("?\(name)", detail)])
    }

    /// Returns a required string.
    func text(_ name: String) throws(Problem) -> String {
        guard let text = scope.query(name) else { throw problem(name, "Missing value.") }
        return text
    }

    /// Returns a date with a time zone, or nil if the parameter is missing.
    func date(_ name: String) throws(Problem) -> Date? {
        guard let text = scope.query(name) else { return nil }
        guard let date = APIDate.date(Self.withPlusSigns(text)) else {
            throw problem(
                name, "Expected a date with a zone as RFC 3339 has it, such as 2026-03-14T07:30:00Z.",
                kind: .invalidArgument)
        }
        return date
    }

    /// Returns a value that has no spaces, such as a date with an offset, whose plus signs were not escaped.
    static func withPlusSigns(_ text: String) -> String { text.replacing(" ", with: "+") }

    /// Returns the dates of the parameters `from` and `to`.
    func dates() throws(Problem) -> (from: Date?, to: Date?) { (try date("from"), try date("to")) }

    /// Returns a required date with a time zone.
    func requiredDate(_ name: String) throws(Problem) -> Date {
        guard let date = try date(name) else { throw problem(name, "Missing value.") }
        return date
    }

    /// Returns an integer, or nil if the parameter is missing.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = scope.query(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw problem(
                name, "Expected an integer from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// Returns a UUID in the path; a path with any other string does not exist.
    func uuid(_ name: String = "uuid") throws(Problem) -> UUID {
        guard let uuid = UUID(uuidString: try scope.path(name)) else {
            throw Problem(.notFound, "Expected a UUID in the path.")
        }
        return uuid
    }

    /// Returns a UUID in the query, or nil if the parameter is missing.
    func optionalUUID(_ name: String) throws(Problem) -> UUID? {
        guard let text = scope.query(name) else { return nil }
        guard let uuid = UUID(uuidString: text) else { throw problem(name, "Expected a UUID.") }
        return uuid
    }

    /// Returns a type of a kind, by any of its names, or nil if the parameter is missing.
    func type<Kind: HKObjectType>(_ name: String = "type", as kind: Kind.Type) throws(Problem) -> Kind? {
        guard let text = scope.query(name) else { return nil }
        return try Self.type(text, as: kind, at: "?\(name)")
    }

    /// Returns a required type.
    func requiredType<Kind: HKObjectType>(as kind: Kind.Type) throws(Problem) -> Kind {
        try Self.type(try text("type"), as: kind, at: "?type")
    }

    /// Returns a type of a kind.
    /// - Parameter place: The location of the string.
    static func type<Kind: HKObjectType>(_ text: String, as kind: Kind.Type, at place: String) throws(Problem) -> Kind {
        let type = try TypeNames.objectType(text, at: place)
        guard let type = type as? Kind else {
            let detail = "This route does not accept the kind of type of \(type.identifier)."
            throw Problem(.invalidArgument, "\(place): \(detail)", faults: [Problem.Fault(place, detail)])
        }
        return type
    }

    /// Returns a predicate for the samples that overlap the time between two dates and match the other parameters.
    func predicate() throws(Problem) -> PredicateNode {
        let (from, to) = try dates()
        let parts = try scope.conditions(from: from, to: to)
        return parts.count == 1 ? parts[0] : .and(parts)
    }
}

extension QueryText {
    /// The default first day of the week, in the numbering of calendars.
    private static let monday = 2

    /// Returns the intervals of statistics, or nil if the request has none. The defaults are the person's home time zone and, as an
    /// anchor, the person's first day of the week.
    func buckets() async throws -> CivilBuckets? {
        let start = try date("anchor")
        let named = try scope.query("timeZone").map { name throws(Problem) in
            try CalendarName.timeZone(JSONReader(.string(Self.withPlusSigns(name)), pointer: "?timeZone"))
        }
        guard let every = scope.query("every") else { return nil }
        guard every.range(of: BucketLength.pattern, options: .regularExpression) != nil,
            let length = BucketLength(every)
        else { throw problem("every", "Expected \(BucketLength.forms).") }
        let database = scope.services.database
        let preferences = try await scope.blocking { try database.preferences.current() }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try named ?? preferences.timeZone ?? CalendarName.timeZone(JSONReader(.string("UTC")))
        let first = length.anchor(firstWeekday: preferences.firstWeekday ?? Self.monday)
        guard let anchor = start ?? calendar.date(from: first) else {
            throw Problem(.invalidRequest, "No interval begins in this time zone. Send an anchor.")
        }
        return try CivilBuckets.of(anchor: anchor, interval: length.components, calendar: calendar)
    }
}
