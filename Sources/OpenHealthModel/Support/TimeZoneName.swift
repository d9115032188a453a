// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The name of a time zone in output.
package enum TimeZoneName {
    /// The names of universal time. Foundation calls it GMT; exports and systems use several names.
    private static let universal: Set<String> = [
        "GMT", "UTC", "UCT", "Zulu", "Universal", "Greenwich", "GMT0", "Etc/UTC", "Etc/GMT", "Etc/UCT", "Etc/Zulu",
        "Etc/Universal",
        "Etc/Greenwich", "Etc/GMT0", "Etc/GMT+0", "Etc/GMT-0",
    ]

    /// Returns the identifier of a zone, or `UTC` for universal time.
    package static func text(_ zone: TimeZone) -> String {
        universal.contains(zone.identifier) ? "UTC" : zone.identifier
    }
}
