// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// The handlers of the route that explains a sum.
enum ExplanationHandlers {
    static let bindings: [RouteBinding] = [RouteBinding(StatisticsRoutes.explanation, explain)]

    private static func explain(_ scope: RequestScope) async throws -> Response {
        let query = QueryText(scope)
        let type = try query.requiredType(as: HKQuantityType.self)
        let (from, to) = (try query.requiredDate("from"), try query.requiredDate("to"))
        let session = try scope.session()
        return try await scope.cached {
            json(try session.explanation(of: type, from: from, to: to), of: type, from: from, to: to)
        }
    }

    private static func json(
        _ explanation: StatisticsExplanation, of type: HKQuantityType, from: Date, to: Date
    ) -> JSONValue {
        .object([
            ("type", .string(type.identifier)), ("unit", .string(explanation.unit)),
            ("startDate", .string(APIDate.text(from))), ("endDate", .string(APIDate.text(to))),
            ("total", .double(explanation.total)),
            (
                "order",
                .array(
                    explanation.order.map {
                        .object([("source", json($0.source)), ("reason", .string($0.reason.rawValue))])
                    })
            ),
            ("stretches", .array(explanation.stretches.map(json))),
        ])
    }

    private static func json(_ stretch: StatisticsExplanation.Stretch) -> JSONValue {
        .object([
            ("startDate", .string(APIDate.text(stretch.from))), ("endDate", .string(APIDate.text(stretch.to))),
            ("source", json(stretch.source)), ("amount", .double(stretch.amount)),
            ("samples", .integer(stretch.samples)), ("leftOut", .array(stretch.leftOut.map(json))),
        ])
    }

    private static func json(_ left: StatisticsExplanation.LeftOut) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("source", json(left.source)), ("amount", .double(left.amount)), ("samples", .integer(left.samples)),
        ]
        switch left.reason {
        case .betterSource(let source):
            entries += [("reason", .string("betterSource")), ("better", json(source))]
        case .reportedTwice: entries.append(("reason", .string("reportedTwice")))
        }
        return .object(entries)
    }

    private static func json(_ source: StatisticsSource) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [("name", .string(source.name))]
        if let bundle = source.bundleIdentifier { entries.append(("bundleIdentifier", .string(bundle))) }
        return .object(entries)
    }
}
