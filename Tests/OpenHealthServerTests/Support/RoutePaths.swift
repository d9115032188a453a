// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI

/// Paths of routes with values for their parameters.
enum RoutePaths {
    /// Returns a query of those of some parameters that a route has; all of them if it ignores others.
    static func query(_ route: APIRoute, _ parameters: [(name: String, value: String)]) -> String {
        let known = parameters.filter { parameter in
            !route.refusesUnknownParameters
                || route.parameters.contains { $0.place == .query && $0.name == parameter.name }
        }
        return known.isEmpty ? "" : "?" + known.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    static func filled(_ route: APIRoute, with text: String? = nil) -> String {
        route.path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.hasPrefix("{") else { return String(part) }
            if let text { return text }
            switch part {
            case "{id}", "{uuid}": return UUID().uuidString
            case "{type}": return "HKQuantityTypeIdentifierStepCount"
            default: return "thing"
            }
        }.joined(separator: "/")
    }
}
