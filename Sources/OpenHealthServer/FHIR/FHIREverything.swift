// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore

/// A request for everything about the person, from its parameters.
struct FHIREverything {
    private(set) var hasPatient = true
    private(set) var hasObservations = true
    private(set) var dates: [PredicateNode] = []
    private(set) var count = 100
    /// The start of the page; nil for the first page.
    private(set) var cursor: String?
    /// The parameters that were understood, except for the start of the page.
    private(set) var applied: [(name: String, value: String)] = []
    /// The names of the parameters that were ignored.
    private(set) var ignored: [String] = []

    init(_ pairs: [(name: String, value: String)], isStrict: Bool) throws(Problem) {
        for (name, value) in pairs where !value.isEmpty {
            guard FHIRRoutes.everythingNames.contains(name) else {
                if isStrict { throw FHIRIgnored.unknown(name, of: FHIRRoutes.everythingNames.sorted()) }
                ignored.append(name)
                continue
            }
            try take(name, value)
            if name != FHIRRoutes.cursorName {
                applied.append((name, name == "_count" ? String(count) : value))
            }
        }
    }

    private mutating func take(_ name: String, _ value: String) throws(Problem) {
        switch name {
        case "start", "end":
            var filter = try FHIRDateFilter(value, parameter: name)
            guard filter.comparison == .eq, !value.hasPrefix("eq") else {
                throw Self.problem(name, "Expected a date with nothing before it.")
            }
            filter.comparison = name == "start" ? .ge : .le
            dates.append(filter.predicate(now: .distantPast))
        case "_type":
            let types = value.split(separator: ",")
            hasPatient = types.contains("Patient")
            hasObservations = types.contains("Observation")
        case "_count":
            guard let number = Int(value), number > 0 else {
                throw Self.problem(name, "Expected an integer above 0.")
            }
            count = min(number, FHIRSearch.maximumOnAPage)
        case FHIRRoutes.cursorName:
            cursor = value
        default: break
        }
    }

    private static func problem(_ name: String, _ detail: String) -> Problem {
        Problem(.invalidRequest, "\(name): \(detail)", faults: [Problem.Fault("?" + name, detail)])
    }
}
