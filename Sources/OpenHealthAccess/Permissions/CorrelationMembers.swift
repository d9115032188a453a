// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The types of the members of correlations. Apps request authorization for these, never for the correlation itself, so its
/// permission is derived from theirs.
enum CorrelationMembers {
    private static let pressure = HKCorrelationTypeIdentifier.bloodPressure.rawValue
    private static let food = HKCorrelationTypeIdentifier.food.rawValue

    private static let pressures = [
        HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic,
    ].map(\.rawValue)
    private static let nutrients = HealthTypes.all.filter {
        $0.kind == .quantity && $0.swiftName.hasPrefix("dietary")
    }.map(\.identifier)

    /// Returns the types of the members of a correlation, or an empty array for other types.
    static func types(of type: String) -> [String] {
        type == pressure ? pressures : type == food ? nutrients : []
    }

    /// Returns the permission of a correlation, derived from those of its members.
    ///
    /// A blood pressure requires both of its readings. Food contains any of the nutrients: an app can save and read it if it can
    /// save and read at least one of them, and only reads the members that it has permission for.
    static func permission(_ members: [AppPermission], of type: String) -> AppPermission {
        let (shares, reads) = (members.map(\.share), members.map(\.read))
        return type == pressure
            ? AppPermission(share: weakest(shares), read: weakest(reads))
            : AppPermission(share: strongest(shares), read: strongest(reads))
    }

    private static func weakest(_ shares: [AppPermission.Share]) -> AppPermission.Share {
        shares.contains(.notDetermined) ? .notDetermined : shares.contains(.denied) ? .denied : .authorized
    }

    private static func weakest(_ reads: [AppPermission.Read]) -> AppPermission.Read {
        if reads.contains(.notDetermined) { return .notDetermined }
        if reads.contains(.denied) { return .denied }
        let latest = limits(reads).max()
        return latest.map { .limited(since: $0) } ?? .authorized
    }

    private static func strongest(_ shares: [AppPermission.Share]) -> AppPermission.Share {
        shares.contains(.authorized) ? .authorized : shares.contains(.denied) ? .denied : .notDetermined
    }

    private static func strongest(_ reads: [AppPermission.Read]) -> AppPermission.Read {
        if reads.contains(.authorized) { return .authorized }
        if let earliest = limits(reads).min() { return .limited(since: earliest) }
        return reads.contains(.denied) ? .denied : .notDetermined
    }

    private static func limits(_ reads: [AppPermission.Read]) -> [Date] {
        reads.compactMap { read in
            if case .limited(let date) = read { date } else { nil }
        }
    }
}
