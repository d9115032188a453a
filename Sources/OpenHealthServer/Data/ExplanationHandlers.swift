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
    static let bindings: [RouteBinding] = [RouteBinding(StatisticsRoutes.explanation.route, explain)]

    private static func explain(_ scope: RequestScope) async throws -> Response {
        let query = QueryText(scope)
        let type = try query.requiredType(as: HKQuantityType.self)
        let (from, to) = (try query.requiredDate("from"), try query.requiredDate("to"))
        let session = try scope.session()
        return try await scope.cached(StatisticsRoutes.explanation) { _ in
            let explanation = try session.explanation(of: type, from: from, to: to)
            return ExplanationJSON(
                type: type.identifier, unit: explanation.unit, start: from, end: to, total: explanation.total,
                order: explanation.order.map {
                    (source: ExplanationJSON.Source($0.source), reason: $0.reason.rawValue)
                },
                stretches: explanation.stretches.map(ExplanationJSON.Stretch.init))
        }
    }
}

extension ExplanationJSON.Stretch {
    fileprivate init(_ stretch: StatisticsExplanation.Stretch) {
        self.init(
            start: stretch.from, end: stretch.to, source: ExplanationJSON.Source(stretch.source),
            amount: stretch.amount, samples: stretch.samples,
            leftOut: stretch.leftOut.map(ExplanationJSON.LeftOut.init))
    }
}

extension ExplanationJSON.LeftOut {
    fileprivate init(_ left: StatisticsExplanation.LeftOut) {
        let (reason, better): (String, StatisticsSource?) =
            switch left.reason {
            case .betterSource(let source): ("betterSource", source)
            case .reportedTwice: ("reportedTwice", nil)
            case .betterInformed: ("betterInformed", nil)
            }
        self.init(
            source: ExplanationJSON.Source(left.source), amount: left.amount, samples: left.samples, reason: reason,
            better: better.map(ExplanationJSON.Source.init))
    }
}

extension ExplanationJSON.Source {
    fileprivate init(_ source: StatisticsSource) {
        self.init(name: source.name, bundleIdentifier: source.bundleIdentifier)
    }
}
