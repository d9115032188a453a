// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// The handlers of the routes for types.
enum TypeHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(TypeRoutes.list.route) { scope in
            let access = try scope.access()
            return try await scope.cached(TypeRoutes.list) { _ in
                try access.visibleTypes().map(VisibleTypeJSON.init)
            }
        },
        RouteBinding(TypeRoutes.catalogue.route) { scope in catalogue.response(to: scope.request) },
    ]

    private static let catalogue = ConstantResponse(CatalogueJSON.whole.json.bytes)
}

extension VisibleTypeJSON {
    fileprivate init(_ visible: VisibleType) {
        let identifier = visible.type.identifier
        let description = HealthTypes.named(identifier)
        let quantity = visible.type as? HKQuantityType
        self.init(
            type: identifier, name: description?.swiftName ?? identifier, kind: description?.kind ?? .document,
            unit: quantity?.canonicalUnit.unitString,
            range: quantity.flatMap { ValueRanges.range(of: $0.identifier) }.map(Range.init),
            earliest: visible.earliest, latest: visible.latest)
    }
}

extension VisibleTypeJSON.Range {
    fileprivate init(_ range: ValueRange) {
        self.init(
            impossibleBelow: range.impossibleBelow, improbableBelow: range.improbableBelow,
            improbableAbove: range.improbableAbove, impossibleAbove: range.impossibleAbove)
    }
}

/// The handlers of the routes for the sources of samples.
enum SourceHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(SourceRoutes.query, response),
        RouteBinding(SourceRoutes.read) { scope in
            let query = QueryText(scope)
            return try await response(
                scope, SampleQuery.Part(try query.requiredType(as: HKSampleType.self), try query.predicate()))
        },
    ]

    private static func response(_ scope: RequestScope, _ part: SampleQuery.Part) async throws -> [HKSource] {
        let access = try scope.access()
        return try await scope.blocking { try access.sources(part) }
            .sorted { ($0.name, $0.bundleIdentifier) < ($1.name, $1.bundleIdentifier) }
    }
}
