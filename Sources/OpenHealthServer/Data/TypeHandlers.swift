// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// The handlers of the routes for types.
enum TypeHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(TypeRoutes.list) { scope in
            let session = try scope.session()
            return try await scope.cached {
                .object([("types", .array(try session.visibleTypes().map(json)))])
            }
        }
    ]

    private static func json(_ visible: VisibleType) -> JSONValue {
        let identifier = visible.type.identifier
        let description = HealthTypes.named(identifier)
        var entries: [(key: String, value: JSONValue)] = [
            ("type", .string(identifier)), ("name", .string(description?.swiftName ?? identifier)),
            ("kind", .string((description?.kind ?? .document).rawValue)),
        ]
        if let type = visible.type as? HKQuantityType {
            entries.append(("unit", .string(type.canonicalUnit.unitString)))
            if let range = ValueRanges.range(of: identifier) { entries.append(("range", json(range))) }
        }
        entries += [
            ("earliest", .string(APIDate.text(visible.earliest))), ("latest", .string(APIDate.text(visible.latest))),
        ]
        return .object(entries)
    }

    private static func json(_ range: ValueRange) -> JSONValue {
        let limits = [
            ("impossibleBelow", range.impossibleBelow), ("improbableBelow", range.improbableBelow),
            ("improbableAbove", range.improbableAbove), ("impossibleAbove", range.impossibleAbove),
        ]
        return .object(limits.compactMap { name, limit in limit.map { (key: name, value: .double($0)) } })
    }
}
