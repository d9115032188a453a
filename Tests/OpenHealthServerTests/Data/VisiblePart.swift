// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestSupport

@testable import OpenHealthServer

/// The samples that are visible to an app, and a store with only these samples, from which a reader must receive the same
/// results.
struct VisiblePart {
    /// The samples and the apps that saved them.
    private var samples: [(app: AppIdentity, sample: HKSample)] = []

    /// Saves samples of an app.
    mutating func save(_ new: [HKSample], of client: DataWorld.Client) throws {
        try client.access.save(new)
        samples += new.map { (client.access.app, $0) }
    }

    /// Returns the samples that an app sees.
    func samples(for app: AppIdentity, _ read: AppPermission.Read) -> [HKSample] {
        samples.filter { Self.sees(app, $0, read) }.map(\.sample)
    }

    /// Returns a store with only the samples that an app sees.
    func store(for app: AppIdentity, _ read: AppPermission.Read) throws -> HealthDatabase {
        let store = try HealthDatabase.inMemory()
        for (owner, sample) in samples where Self.sees(app, (owner, sample), read) {
            let access = AppAccess(database: store, app: owner)
            try access.record(AuthorizationDecision(share: [sample.sampleType: .authorized], read: [:]))
            try access.save([sample])
        }
        return store
    }

    private static func sees(
        _ app: AppIdentity, _ entry: (app: AppIdentity, sample: HKSample), _ read: AppPermission.Read
    ) -> Bool {
        if entry.app.identifier == app.identifier { return true }
        return switch read {
        case .authorized: true
        case .limited(let date): entry.sample.startDate >= date
        case .denied, .notDetermined: false
        }
    }
}
