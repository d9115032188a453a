// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// Permissions in the words of the interface.
package enum PermissionText {
    static func text(_ share: AppPermission.Share) -> String {
        switch share {
        case .notDetermined: "notDetermined"
        case .denied: "denied"
        case .authorized: "authorized"
        }
    }

    package static func text(_ read: AppPermission.Read) -> String {
        switch read {
        case .notDetermined: "notDetermined"
        case .denied: "denied"
        case .authorized, .limited: "authorized"
        }
    }

    static func share(_ json: JSONReader) throws(Problem) -> AppPermission.Share {
        switch try json.string() {
        case "notDetermined": return .notDetermined
        case "denied": return .denied
        case "authorized": return .authorized
        default: throw json.problem("Expected notDetermined, denied or authorized.")
        }
    }

    static func read(_ json: JSONReader, since: JSONReader?) throws(Problem) -> AppPermission.Read {
        switch try json.string() {
        case "notDetermined": return .notDetermined
        case "denied": return .denied
        case "authorized":
            guard let since else { return .authorized }
            return .limited(since: try since.date())
        default: throw json.problem("Expected notDetermined, denied or authorized.")
        }
    }
}
