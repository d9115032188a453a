// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI

/// Paths of routes with values for their parameters.
enum RoutePaths {
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
