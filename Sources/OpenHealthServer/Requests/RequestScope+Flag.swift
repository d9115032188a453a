// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI

extension RequestScope {
    /// Returns a parameter of the query that is `true` or `false`; false if it is missing.
    func flag(_ name: String) throws(Problem) -> Bool {
        switch query(name) {
        case nil, "false": return false
        case "true": return true
        default:
            let detail = "Expected a Boolean."
            throw Problem(.invalidRequest, "\(name): \(detail)", faults: [Problem.Fault("?" + name, detail)])
        }
    }
}
