// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import OpenHealthAPI
import OpenHealthModel

/// The check of the names of query parameters, which every route of the interface makes before its handler runs.
///
/// A parameter that is ignored changes what a response means: a misspelled start would return everything.
enum QueryCheck {
    /// The longest name that an error repeats, in UTF-8 bytes.
    private static let longestName = 60

    /// Names that other interfaces use for parameters of this one.
    private static let otherNames: [String: String] = [
        "startdate": "from", "start": "from", "starttime": "from", "since": "from", "after": "from", "begin": "from",
        "enddate": "to", "end": "to", "endtime": "to", "until": "to", "before": "to",
        "types": "type", "datatype": "type", "identifier": "type",
        "count": "limit", "max": "limit", "pagesize": "limit", "size": "limit", "perpage": "limit",
        "page": "cursor", "offset": "cursor", "pagetoken": "cursor",
        "sort": "order", "orderby": "order", "sortby": "order", "filter": "predicate", "where": "predicate",
        "interval": "every", "bucket": "every", "period": "every", "granularity": "every", "resolution": "every",
        "timezone": "timeZone", "zone": "timeZone", "tz": "timeZone",
        "statistics": "options", "figures": "options", "aggregation": "options",
    ]

    /// Checks that every parameter of a request is one of its route, and that only parameters that are lists are repeated.
    static func check(_ request: Request, for route: APIRoute) throws(Problem) {
        guard route.refusesUnknownParameters, request.uri.query != nil else { return }
        let known = route.parameters.filter { $0.place == .query }
        var seen: Set<String> = []
        for (key, _) in request.uri.queryParameters {
            let name = String(key)
            if name.isEmpty { continue }
            guard let parameter = known.first(where: { $0.name == name }) else {
                throw unknown(name, known.map(\.name))
            }
            if !seen.insert(name).inserted, !parameter.isList {
                throw problem(name, "The parameter \(name) can occur once.")
            }
        }
    }

    private static func unknown(_ name: String, _ known: [String]) -> Problem {
        guard name.utf8.count <= longestName else { return problem("", "Unknown parameter.") }
        guard !known.isEmpty else { return problem(name, "Unknown parameter. This path has no parameters.") }
        let bare = name.lowercased().filter { $0.isLetter || $0.isNumber }
        var near = otherNames[bare].map { [$0] } ?? []
        near = near.filter(known.contains)
        if near.isEmpty { near = HealthTypes.suggestions(for: name, among: known) }
        let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
        return problem(name, "Unknown parameter.\(hint) Valid parameters: \(known.joined(separator: ", ")).")
    }

    private static func problem(_ name: String, _ detail: String) -> Problem {
        Problem(
            .invalidRequest, name.isEmpty ? detail : "?\(name): \(detail)", faults: [Problem.Fault("?\(name)", detail)])
    }
}
